import { confirmHeader, eventBusAddress } from '#contract/push.ts'
import { bearerTokenOf } from '#server/http/caller.ts'

/** What a page may ask of the bridge. Vert.x event bus bridge, JSON messages. */
export type BridgeRequest =
  | { kind: 'ping' }
  | ({ kind: 'register' } & RegisterRequest)
  | { kind: 'unregister' }
  | { kind: 'refused'; why: BridgeFault }

/** `confirms`: whether the page wants to be told that it is registered. */
export type RegisterRequest = { token: string | null; confirms: boolean }

/** The bodies of errors without an address, as the reference server words them. */
export type BridgeFault =
  | 'invalid_json'
  | 'missing_type'
  | 'missing_address'
  | 'invalid_type'
  | 'access_denied'
  | 'max_address_length_reached'
  | 'address_already_registered'

const maxAddressLength = 200
const knownTypes: ReadonlySet<string> = new Set(['register', 'unregister', 'send', 'publish'])

/** Reads one message of the page. Everything but `ping`, `register` and `unregister` at the one address is refused. */
export function readRequest(text: string): BridgeRequest {
  const message = parseObject(text)
  if (message === null) return refused('invalid_json')
  const { type, address } = message
  if (typeof type !== 'string') return refused('missing_type')
  if (type === 'ping') return { kind: 'ping' }
  if (typeof address !== 'string') return refused('missing_address')
  if (address.length > maxAddressLength) return refused('max_address_length_reached')
  if (!knownTypes.has(type)) return refused('invalid_type')
  if (address !== eventBusAddress) return refused('access_denied')
  if (type === 'register') return { kind: 'register', ...registerRequestOf(message['headers']) }
  return type === 'unregister' ? { kind: 'unregister' } : refused('access_denied')
}

function refused(why: BridgeFault): BridgeRequest {
  return { kind: 'refused', why }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as Record<string, unknown>) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function registerRequestOf(headers: unknown): RegisterRequest {
  const token = bearerTokenOf(headerOf(headers, 'Authorization'))
  return { token, confirms: headerOf(headers, confirmHeader) === 'true' }
}

// Pages write the name of the header in any case: it never was an HTTP header.
function headerOf(headers: unknown, wanted: string): string {
  if (typeof headers !== 'object' || headers === null) return ''
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase())
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : ''
}
