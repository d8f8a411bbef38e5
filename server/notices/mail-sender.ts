import { type Transporter, createTransport } from 'nodemailer'
import type { LoadedBrand } from '#brands/brand.ts'
import type { MailSettings } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import { mailCodeLimits } from '#contract/notice-settings.ts'
import { secondMs } from '#contract/durations.ts'
import { type MailMessage, composeCodeMail, composeNoticeMail, toOneLine } from './words/compose-messages.ts'
import { type LinkedAppliance, createLinkMail } from './words/create-link-mail.ts'
import { chooseAddressOfMail, type EmailTrust } from './mail-address.ts'
import {
  type NoticeTextDependencies,
  isDeliveryStillChosen,
  unsubscribableCategoryOf,
  readNoticeContent,
  toMessageRecipient,
} from './read-notice-content.ts'
import type { DeliveryMaker, DeliveryOutcome } from './delivery/delivery-outcome.ts'
import type { Delivery } from './delivery/store.ts'
import type { OutboxLink } from './outbox-link.ts'

/**
 * The maximum number of emails that are sent at the same time, and of connections to the mail server. Each connection
 * sends one email at a time, so no email waits for a connection.
 */
export const maxConcurrentMails = 10

/**
 * The time limits for one answer of the mail server (`silenceMs`) and for one whole email (`wholeMs`). After a limit,
 * the connection is closed.
 */
const defaultTimeouts = { silenceMs: 30 * secondMs, wholeMs: 60 * secondMs }

export type MailSender = { deliver: DeliveryMaker; close(): void }

export type MailSenderDependencies = NoticeTextDependencies & {
  settings: Pick<MailSettings, 'url' | 'from'>
  /** The DKIM key in PEM, with its domain and selector (RFC 6376). Null if emails are not signed. */
  dkim: { domainName: string; keySelector: string; privateKey: string } | null
  clock: Clock
  /** The rule by which a sign-in address counts as verified. */
  emailTrust: EmailTrust
  /**
   * Reads the invitation or hand-over to which a link in the outbox belongs. Returns null if the invitation or
   * hand-over has ended, or if the link was encrypted with another key.
   */
  openLink(link: OutboxLink): Promise<LinkedAppliance | null>
  times?: typeof defaultTimeouts
}

/** Creates a sender of emails through one SMTP server. Specification 23.5. */
export function createMailSender(dependencies: MailSenderDependencies): MailSender {
  const { settings, dkim, clock, emailTrust, openLink, times = defaultTimeouts, ...words } = dependencies
  const transport = openTransport(settings.url, { dkim, silenceMs: times.silenceMs })

  async function deliver(delivery: Delivery, handOver: () => Promise<void>): Promise<DeliveryOutcome> {
    const message = await messageOf(delivery)
    if (message === null || !isDeliveryStillChosen(delivery, 'mail', clock.now())) return { kind: 'unwanted' }
    if (!isPlainAddress(message.to)) return { kind: 'refused', reason: 'no address', answer: null }
    await handOver()
    return send(transport, { ...headersOf(delivery, message), signal: AbortSignal.timeout(times.wholeMs) })
  }

  async function messageOf(delivery: Delivery): Promise<Message | null> {
    if (delivery.code !== null) return codeMessage(delivery, delivery.code)
    if (delivery.link !== null) return linkMessage(delivery, delivery.link)
    const { event, brand, isEmergency } = delivery
    const to = chooseAddressOfMail(delivery, emailTrust, delivery.recordedAddress)
    if (to === null) return null
    const recipient = toMessageRecipient(words, delivery, {
      brand,
      category: unsubscribableCategoryOf({ event, isEmergency }),
    })
    const mail = composeNoticeMail(await readNoticeContent(words, delivery, event), recipient)
    return { to, from: senderOf(recipient.brand), mail, unsubscribeUrl: recipient.unsubscribeUrl }
  }

  function codeMessage(delivery: Delivery, { address, code, brand, language }: NonNullable<Delivery['code']>) {
    if (clock.now() - delivery.createdAt.getTime() > mailCodeLimits.minutes * 60 * secondMs) return null
    const recipient = toMessageRecipient(words, { ...delivery, language }, { brand, category: null })
    return {
      to: address,
      from: senderOf(recipient.brand),
      mail: composeCodeMail(code, recipient),
      unsubscribeUrl: null,
    }
  }

  async function linkMessage(delivery: Delivery, link: OutboxLink): Promise<Message | null> {
    const linkedAppliance = await openLink(link)
    if (linkedAppliance === null) return null
    const { address, brand, language } = link
    const recipient = toMessageRecipient(words, { ...delivery, language }, { brand, category: null })
    const mail = createLinkMail(linkedAppliance, recipient)
    return { to: address, from: senderOf(recipient.brand), mail, unsubscribeUrl: null }
  }

  function senderOf({ settings: { id, name, supportMail } }: LoadedBrand): Message['from'] {
    return { name, address: settings.from.get(id) ?? supportMail }
  }

  return { deliver, close: () => transport.close() }
}

type Message = {
  to: string
  from: { name: string; address: string }
  mail: MailMessage
  unsubscribeUrl: string | null
}

/** Matches a single address that has no characters that could extend a header or an SMTP command. */
const plainAddress = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u

function isPlainAddress(address: string): boolean {
  return address.length <= 254 && plainAddress.test(address)
}

function openTransport(
  url: string,
  { dkim, silenceMs }: Pick<MailSenderDependencies, 'dkim'> & { silenceMs: number },
): Transporter {
  const { username } = new URL(url)
  return createTransport({
    url,
    pool: true,
    maxConnections: maxConcurrentMails,
    maxMessages: 1000,
    // The transport does not retry, because the outbox schedules retries.
    maxRequeues: 0,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: silenceMs,
    // A password is never sent without TLS.
    ...(username !== '' && { requireTLS: true }),
    ...(dkim && { dkim }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function headersOf(
  { id, createdAt }: Pick<Delivery, 'id' | 'createdAt'>,
  {
    to,
    from,
    mail,
    unsubscribeUrl,
  }: Omit<Message, 'mail'> & { mail: Pick<MailMessage, 'subject' | 'text'> & { html?: string } },
) {
  const [, domain = 'localhost'] = from.address.split('@')
  return {
    to: { name: '', address: to },
    from: { name: toOneLine(from.name), address: from.address },
    subject: toOneLine(mail.subject),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    date: createdAt,
    // All attempts have the same message id, so that a mailbox can recognise a duplicate.
    messageId: `<${id}@${domain}>`,
    headers: {
      // Prevents automatic answers. RFC 3834.
      'Auto-Submitted': 'auto-generated',
      // Adds one-click unsubscribe to mail programs that support it. RFC 8058.
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

type SendableMail = ReturnType<typeof headersOf> & { signal: AbortSignal }

/**
 * Sends one email. If `signal` is aborted, closes the connection, so that a server that answers byte by byte does not
 * delay other emails.
 */
async function send(transport: Transporter, message: SendableMail): Promise<DeliveryOutcome> {
  try {
    const { response } = await transport.sendMail(message)
    return { kind: 'sent', answer: response ?? null }
  } catch (error) {
    return outcomeOfSmtpError(error)
  }
}

/**
 * The codes of errors that the email or its recipient causes. All other errors concern the server or the connection.
 */
const mailErrorCodes = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Returns the outcome for an error of the SMTP library. If this email or its recipient caused the error, a reply 4yz is
 * temporary and a reply 5yz permanent. After any other error, the server counts as silent or unreachable. RFC 5321,
 * section 4.2.1.
 */
export function outcomeOfSmtpError(error: unknown): DeliveryOutcome {
  const smtpError: Partial<SmtpError> = error instanceof Error ? error : {}
  const { code = '', responseCode = 0, response, message = 'failed' } = smtpError
  const reason = responseCode > 0 ? `${responseCode}` : code || 'failed'
  const answer = response ?? message
  if (isSilence(smtpError)) return { kind: 'silent', reason, answer }
  if (responseCode === 421 || !mailErrorCodes.has(code)) return { kind: 'unreachable', reason, answer }
  return { kind: responseCode >= 500 || responseCode === 0 ? 'refused' : 'postponed', reason, answer }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; timeoutType?: string }

/** Whether the mail server accepted the connection and then did not answer in time. */
function isSilence({ code, timeoutType }: Partial<SmtpError>): boolean {
  return code === 'EABORT' || timeoutType === 'SOCKET_TIMEOUT'
}
