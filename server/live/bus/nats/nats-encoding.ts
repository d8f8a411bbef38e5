import { type BusMessage, isBusMessage } from '../bus.ts'

/** A message for NATS. `kept`: the id of its stored copy; absent if the message is not stored. */
export type NatsBusMessage = { message: BusMessage; kept?: string }

/**
 * The maximum size of a change with its payload, in bytes; a larger change is sent without its payload. A report has at
 * most 16 KiB, which JSON can double. NATS servers accept 1 MiB by default.
 */
const maxChangeBytes = 65_536

/** Encodes bus messages as one NATS message, in JSON. */
export function encodeNatsMessages(natsMessages: readonly NatsBusMessage[]): string {
  return `[${natsMessages.map(encodeOne).join(',')}]`
}

function encodeOne({ message, kept }: NatsBusMessage): string {
  if (kept !== undefined) return JSON.stringify({ ...message, kept })
  const json = JSON.stringify(message)
  if (message.kind !== 'gateway' || Buffer.byteLength(json) <= maxChangeBytes) return json
  return JSON.stringify({ ...message, payload: null })
}

/**
 * Decodes a text that `encodeNatsMessages` made.
 * @throws SyntaxError or TypeError if the text has another form
 */
export function decodeNatsMessages(text: string): NatsBusMessage[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new TypeError('no messages of the bus')
  return parsed.map(toSent)
}

function toSent(value: unknown): NatsBusMessage {
  if (!isBusMessage(value)) throw new TypeError('no messages of the bus')
  if (!('kept' in value)) return { message: value }
  const { kept, ...message } = value
  return { message, kept: String(kept) }
}
