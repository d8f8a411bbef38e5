import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersOf, problemOf, Refusal, statusOf } from '#server/http/refusals.ts'
import type { Framing } from './socket-path.ts'
import { framingOf } from './socket-path.ts'

export type SocketLimits = {
  /** Open sockets of this process. */
  total: number
  /** Open sockets of one network address. */
  perAddress: number
}

export const defaultSocketLimits: SocketLimits = { total: 20_000, perAddress: 200 }

/** Counts open sockets, in all and for each address. */
export class SocketCount {
  total = 0
  readonly #byAddress = new Map<string, number>()

  of(address: string): number {
    return this.#byAddress.get(address) ?? 0
  }

  add(address: string): void {
    this.total++
    this.#byAddress.set(address, this.of(address) + 1)
  }

  remove(address: string): void {
    this.total--
    const left = this.of(address) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }
}

export type Admission = {
  allowedOrigins: ReadonlySet<string>
  limits: SocketLimits
  count: SocketCount
}

/**
 * Whether a request may become a socket, and with which framing. Programs send no Origin; a browser always does, and
 * a page of another origin is refused before anything is read.
 * @throws Refusal
 */
export function admit(
  request: IncomingMessage,
  address: string,
  { allowedOrigins, limits, count }: Admission,
): Framing {
  const framing = framingOf(request.url ?? '')
  if (framing === null) throw new Refusal('not-found')
  const { origin } = request.headers
  if (origin !== undefined && !allowedOrigins.has(origin)) throw new Refusal('foreign-origin')
  if (count.total >= limits.total) throw new Refusal('unavailable')
  if (count.of(address) >= limits.perAddress) throw new Refusal('too-many-requests', { retryAfterS: 60 })
  return framing
}

/** Answers an upgrade request with a problem document and closes. RFC 9457. */
export function refuseUpgrade(stream: Duplex, refusal: Refusal): void {
  const status = statusOf(refusal.kind)
  const body = JSON.stringify(problemOf(refusal))
  const headers = {
    ...headersOf(refusal),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => stream.destroy())
}
