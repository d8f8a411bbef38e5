import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { Readable } from 'node:stream'
import type { ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { createFailSafeListener } from '../stand-in-server.ts'
import { plainStylePath } from '../plain-page.ts'
import { renderMailboxPage, mailboxStyle } from './mailbox-page.ts'

/** A received email. `id` is its Message-ID; `at` is the time of receipt in RFC 3339. */
export type ReceivedMail = {
  id: string
  at: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export type Mailbox = {
  smtpPort: number
  pagePort: number
  /** Returns the received emails, newest first. */
  messages(): readonly ReceivedMail[]
  close(): Promise<void>
}

/**
 * The options of the mailbox. `refuse`: returns an SMTP reply, such as `550 no such mailbox`, to reject a recipient,
 * and null to accept one.
 */
export type MailboxOptions = {
  host: string
  smtpPort: number
  pagePort: number
  refuse?: (recipient: string) => string | null
}

const keptMails = 1000
const maxMailBytes = 1024 * 1024

/**
 * Starts a mail server that accepts all emails, unless `refuse` rejects the recipient. It forwards no email. A web page
 * shows the last emails.
 */
export async function openMailbox({ host, smtpPort, pagePort, refuse = () => null }: MailboxOptions): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    size: maxMailBytes,
    // When the server closes, it waits only 100 ms for open connections, because mail senders do not close their
    // connections.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => {
      const reply = refuse(address)
      const [code = '', ...words] = reply?.split(' ') ?? []
      callback(reply === null ? null : Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
    },
    onData: (stream, session, callback) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      void receive(stream, { to, done: callback })
    },
  })
  // An aborted connection must not end the process.
  smtp.on('error', () => {})
  const showPage = (request: IncomingMessage, response: ServerResponse): void => {
    const path = new URL(request.url ?? '/', 'http://mailbox').pathname
    const html = mails.find(({ id }) => path === `/html/${encodeURIComponent(id)}`)?.html
    const answers: Readonly<Record<string, [type: string, body: string]>> = {
      '/messages': ['application/json', JSON.stringify(mails)],
      '/': ['text/html', renderMailboxPage(mails)],
      [plainStylePath]: ['text/css', mailboxStyle],
    }
    answer(response, html === undefined ? answers[path] : ['text/html', html])
  }
  const page = createServer(createFailSafeListener(showPage))

  async function receive(stream: Readable, { to, done }: Receiving): Promise<void> {
    try {
      // Imports the parser with the first email, because many runs of the demo receive no email.
      const { simpleParser } = await import('mailparser')
      mails.unshift(toMail(await simpleParser(stream), to))
      mails.splice(keptMails)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  await Promise.all([listen(smtp.server, { host, port: smtpPort }), listen(page, { host, port: pagePort })])
  return {
    smtpPort: portOf(smtp.server),
    pagePort: portOf(page),
    messages: () => mails,
    close: async () => {
      page.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => page.close(() => resolve())),
      ])
    },
  }
}

type Receiving = { to: string; done: (error?: Error) => void }

function toMail(parsedMail: ParsedMail, to: string): ReceivedMail {
  const headers = parsedMail.headerLines.map(
    ({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()] as const,
  )
  return {
    id: parsedMail.messageId ?? '',
    at: new Date().toISOString(),
    from: parsedMail.from?.text ?? '',
    to,
    subject: parsedMail.subject ?? '',
    text: parsedMail.text ?? '',
    html: parsedMail.html || '',
    headers: Object.fromEntries(headers),
  }
}

/** Prevents that the content of an email runs scripts or loads anything from the network. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

function answer(response: ServerResponse, [type, body]: readonly [string, string] = ['text/plain', '']): void {
  response.writeHead(body === '' ? 404 : 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  })
  response.end(body === '' ? 'not found' : body)
}

function listen(server: Server, { host, port }: { host: string; port: number }) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port
}
