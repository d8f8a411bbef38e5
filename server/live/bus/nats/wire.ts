import { type BusMessage, isBusMessage } from '../bus.ts'

/** A message for NATS. `kept`: the id of its stored copy, from `keptMessageId`; absent if it is not stored. */
export type SentMessage = { message: BusMessage; kept?: string }

/**
 * A larger change is sent without its payload. A report has at most 16 KiB, which JSON can double; NATS servers accept
 * 1 MiB by default.
 */
const maxChangeBytes = 65_536

/** Encodes bus messages as one NATS message, in JSON. */
export function encodeNatsMessages(sent: readonly SentMessage[]): string {
  return `[${sent.map(encodeOne).join(',')}]`
}

function encodeOne({ message, kept }: SentMessage): string {
  if (kept !== undefined) return JSON.stringify({ ...message, kept })
  const json = JSON.stringify(message)
  if (message.kind !== 'gateway' || Buffer.byteLength(json) <= maxChangeBytes) return json
  return JSON.stringify({ ...message, payload: null })
}

/**
 * Decodes the result of `encodeNatsMessages`.
 * @throws SyntaxError or TypeError for other data on the subject
 */
export function decodeNatsMessages(text: string): SentMessage[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new TypeError('no messages of the bus')
  return parsed.map(toSent)
}

function toSent(value: unknown): SentMessage {
  if (!isBusMessage(value)) throw new TypeError('no messages of the bus')
  if (!('kept' in value)) return { message: value }
  const { kept, ...message } = value
  return { message, kept: String(kept) }
}
