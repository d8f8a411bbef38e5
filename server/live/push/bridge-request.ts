import { parseJson } from '#contract/parse-json.ts'
import { confirmRegistrationHeader, eventBusAddress } from '#contract/event-bus.ts'
import { bearerTokenOf } from '#server/http/caller.ts'

/** A message from a page to the server, as the Vert.x event bus bridge defines it in JSON. */
export type BridgeRequest =
  | { kind: 'ping' }
  | ({ kind: 'register' } & PageRegistrationRequest)
  | { kind: 'unregister' }
  | { kind: 'refused'; why: BridgeErrorBody }

/**
 * A request of a page to register. `token`: null if the page sent none. `confirms`: whether the page requests
 * registration confirmations.
 */
export type PageRegistrationRequest = { token: string | null; confirms: boolean }

/** The bodies of errors that have no address. The Vert.x bridge sends the same bodies. */
export type BridgeErrorBody =
  | 'invalid_json'
  | 'missing_type'
  | 'missing_address'
  | 'invalid_type'
  | 'access_denied'
  | 'max_address_length_reached'
  | 'address_already_registered'

const maxAddressLength = 200
const requestTypes: ReadonlySet<string> = new Set(['register', 'unregister', 'send', 'publish'])

/** Parses one message of a page. Accepts `ping`, and `register` and `unregister` for the address of the event bus. */
export function parseBridgeRequest(text: string): BridgeRequest {
  const message = parseObject(text)
  if (message === null) return refusedRequest('invalid_json')
  const { type, address } = message
  if (typeof type !== 'string') return refusedRequest('missing_type')
  if (type === 'ping') return { kind: 'ping' }
  if (typeof address !== 'string') return refusedRequest('missing_address')
  if (address.length > maxAddressLength) return refusedRequest('max_address_length_reached')
  if (!requestTypes.has(type)) return refusedRequest('invalid_type')
  if (address !== eventBusAddress) return refusedRequest('access_denied')
  if (type === 'register') return { kind: 'register', ...registerRequestOf(message['headers']) }
  return type === 'unregister' ? { kind: 'unregister' } : refusedRequest('access_denied')
}

function refusedRequest(why: BridgeErrorBody): BridgeRequest {
  return { kind: 'refused', why }
}

function parseObject(text: string): Record<string, unknown> | null {
  const parsed = parseJson(text)
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return isObject ? (parsed as Record<string, unknown>) : null
}

function registerRequestOf(headers: unknown): PageRegistrationRequest {
  const token = bearerTokenOf(headerOf(headers, 'Authorization'))
  return { token, confirms: headerOf(headers, confirmRegistrationHeader) === 'true' }
}

// Finds a header of a bridge message, ignoring letter case. It is not an HTTP header, but clients vary the case of its
// name.
function headerOf(headers: unknown, wantedName: string): string {
  if (typeof headers !== 'object' || headers === null) return ''
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === wantedName.toLowerCase())
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : ''
}
