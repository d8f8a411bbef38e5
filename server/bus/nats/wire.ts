import { type BusMessage, isMessage } from '../bus.ts'

/** A message on its way; `kept` names the row, and the place in it, where it is kept for who misses it. */
export type SentMessage = { message: BusMessage; kept?: string }

/**
 * Of more bytes a change travels without its payload. A report has 16 KiB at most, which a few of its values can double
 * as JSON; servers take 1 MiB unless told otherwise.
 */
const maxChangeBytes = 65_536

/** What goes out in one piece, as JSON. */
export function encode(sent: readonly SentMessage[]): string {
  return `[${sent.map(encodeOne).join(',')}]`
}

function encodeOne({ message, kept }: SentMessage): string {
  if (kept !== undefined) return JSON.stringify({ ...message, kept })
  const json = JSON.stringify(message)
  if (message.kind !== 'gateway' || Buffer.byteLength(json) <= maxChangeBytes) return json
  return JSON.stringify({ ...message, payload: null })
}

/** Reads what `encode` wrote. Throws a SyntaxError or TypeError when something else was sent on the subject. */
export function decode(text: string): SentMessage[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new TypeError('no messages of the bus')
  return parsed.map(toSent)
}

function toSent(value: unknown): SentMessage {
  if (!isMessage(value)) throw new TypeError('no messages of the bus')
  if (!('kept' in value)) return { message: value }
  const { kept, ...message } = value
  return { message, kept: String(kept) }
}
