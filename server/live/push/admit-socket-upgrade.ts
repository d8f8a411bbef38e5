import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { eventBusPath } from '#contract/event-bus.ts'
import { addressGroupsOf } from '#server/http/address-groups.ts'
import { hasTwoHostHeaders } from '#server/http/application-without-routes.ts'
import {
  refusalHeadersOf,
  problemOf,
  Refusal,
  refusalStatusOf,
  createTooManyRequestsRefusal,
} from '#server/http/refusals.ts'
import type { SocketFormat } from './frame-encoding.ts'

export type SocketLimits = {
  /** The maximum number of open sockets of this process. */
  total: number
  /** The maximum number of open sockets of one network address. A whole IPv6 network may have more sockets. */
  perAddress: number
}

export const defaultSocketLimits: SocketLimits = { total: 20_000, perAddress: 200 }

/** Counts open sockets: all sockets, and the sockets of each network address and of the networks that contain it. */
export class SocketCounter {
  total = 0
  readonly #byGroup = new Map<string, number>()

  /** Whether a network address, or a network that contains it, has its maximum number of sockets. */
  isFull(address: string, perAddress: number): boolean {
    return addressGroupsOf(address).some(({ name, limits }) => this.#of(name) >= perAddress * limits)
  }

  add(address: string): void {
    this.total++
    for (const { name } of addressGroupsOf(address)) this.#byGroup.set(name, this.#of(name) + 1)
  }

  remove(address: string): void {
    this.total--
    for (const { name } of addressGroupsOf(address)) {
      const countLeft = this.#of(name) - 1
      if (countLeft > 0) this.#byGroup.set(name, countLeft)
      else this.#byGroup.delete(name)
    }
  }

  #of(group: string): number {
    return this.#byGroup.get(group) ?? 0
  }
}

export type AdmissionRules = {
  allowedOrigins: ReadonlySet<string>
  limits: SocketLimits
  count: SocketCounter
}

/**
 * Decides whether an upgrade request may open a socket, and returns the format of the socket. A browser always sends an
 * Origin. A page of an origin that is not allowed is refused before any message is read. A program sends no Origin and
 * is not refused for this reason.
 * @throws Refusal
 */
export function admitUpgrade(
  request: IncomingMessage,
  address: string,
  { allowedOrigins, limits, count }: AdmissionRules,
): SocketFormat {
  if (hasTwoHostHeaders(request)) throw new Refusal('malformed')
  const framing = framingOf(request.url ?? '')
  if (framing === null) throw new Refusal('not-found')
  const { origin } = request.headers
  if (origin !== undefined && !allowedOrigins.has(origin)) throw new Refusal('foreign-origin')
  if (count.total >= limits.total) throw new Refusal('unavailable')
  if (count.isFull(address, limits.perAddress)) throw createTooManyRequestsRefusal(60_000)
  return framing
}

// The path of SockJS sockets. Clients use three digits and eight letters, but sockjs-protocol also allows other
// texts.
const sockJsPath = /^\/[\w-]{1,32}\/[\w-]{1,32}\/websocket$/u

/** Returns the format for a path of the event bus, or null for any other path. The query string of `url` is ignored. */
function framingOf(url: string): SocketFormat | null {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.startsWith(eventBusPath)) return null
  const rest = path.slice(eventBusPath.length)
  if (rest === '/websocket') return 'raw'
  return sockJsPath.test(rest) ? 'sockjs' : null
}

/** Answers an upgrade request with a problem document, and closes the connection. RFC 9457. */
export function refuseUpgrade(stream: Duplex, refusal: Refusal): void {
  const status = refusalStatusOf(refusal.kind)
  const body = JSON.stringify(problemOf(refusal))
  const headers = {
    ...refusalHeadersOf(refusal),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => stream.destroy())
}
