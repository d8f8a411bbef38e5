import { type LookupAddress, promises as dns } from 'node:dns'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from 'node:http'
import { Agent, request as requestTls } from 'node:https'
import { type AddressResolver, createPublicAddressLookup } from '#server/http/public-host.ts'
import { isLoopbackUrl } from '../webhook-url.ts'

/**
 * The answer of an endpoint, with at most 1 kB of its text. Without an answer, `status` is null and `text` is the
 * reason.
 */
export type WebhookAnswer = { status: number | null; text: string }

export type WebhookMessage = { url: string; headers: OutgoingHttpHeaders; body: string }

/**
 * Sends a message. If the connection fails, resolves to an answer without a status. Aborting `signal` closes the
 * connection.
 */
export type WebhookSendFunction = (message: WebhookMessage, signal: AbortSignal) => Promise<WebhookAnswer>

export type WebhookSender = { send: WebhookSendFunction; close(): void }

export type WebhookSenderOptions = {
  resolve?: AddressResolver
  answerTimeoutMs?: number
}

const defaultAnswerTimeoutMs = 15_000
const keptBytes = 1024
const freeSockets = 64

/**
 * Creates the sender of webhooks. The sender connects to public addresses over TLS, and to a URL that names this
 * machine; `isAllowedWebhookUrl` accepts such a URL only in the demo. It does not follow redirects, and closes the
 * connection after the first kilobyte of an answer.
 */
export function createWebhookSender({
  resolve = resolvePublic(),
  answerTimeoutMs = defaultAnswerTimeoutMs,
}: WebhookSenderOptions = {}): WebhookSender {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: freeSockets, lookup: createPublicAddressLookup(resolve) })

  async function send({ url, headers, body }: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer> {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    }
    return new Promise((onEnd) => {
      let hasAnswer = false
      const onAnswer = (answer: IncomingMessage): void => {
        hasAnswer = true
        readStart(answer, onEnd)
      }
      const isPlain = url.startsWith('http:') && isLoopbackUrl(url)
      const request = isPlain
        ? requestPlain(url, options, onAnswer)
        : requestTls(url, { ...options, ...(!isLoopbackUrl(url) && { agent }) }, onAnswer)
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (!hasAnswer) onEnd({ status: null, text: reasonOf(error) })
      })
      request.end(body)
    })
  }

  return { send, close: () => agent.destroy() }
}

/** Reads the first kilobyte of an answer. Calls `onEnd` also if the connection breaks after the status. */
function readStart(answer: IncomingMessage, onEnd: (answer: WebhookAnswer) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= keptBytes) answer.destroy()
  })
  answer.on('error', () => {})
  answer.on('close', () => {
    const text = Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8')
    onEnd({ status: answer.statusCode ?? null, text })
  })
}

function reasonOf({ name, code, message }: NodeJS.ErrnoException): string {
  return name === 'AbortError' || name === 'TimeoutError' ? 'No answer within 15 seconds' : (code ?? message)
}

/**
 * Returns a function that resolves names by DNS without the thread pool. In the thread pool, a slow name server would
 * delay other work.
 */
function resolvePublic(): AddressResolver {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses: LookupAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
    return addresses
  }
}
