import { isUnit } from '#contract/push.ts'
import type { BusMessage } from './bus.ts'

/** PostgreSQL takes notifications of less than 8000 bytes. PostgreSQL manual, NOTIFY. */
const maxChunkBytes = 7_999

/**
 * Packs messages into as few JSON arrays of less than 8000 bytes as their order allows.
 * A change whose payload does not fit alone travels without it.
 */
export function toChunks(messages: readonly BusMessage[]): string[] {
  const chunks: string[] = []
  let open = ''
  let openBytes = 0
  for (const message of messages) {
    const json = encode(message)
    const bytes = Buffer.byteLength(json)
    if (open !== '' && openBytes + bytes + 2 > maxChunkBytes) {
      chunks.push(`[${open}]`)
      open = ''
      openBytes = 0
    }
    open = open === '' ? json : `${open},${json}`
    openBytes += bytes + 1
  }
  if (open !== '') chunks.push(`[${open}]`)
  return chunks
}

function encode(message: BusMessage): string {
  const json = JSON.stringify(message)
  if (message.kind !== 'gateway' || Buffer.byteLength(json) + 2 <= maxChunkBytes) return json
  return JSON.stringify({ ...message, payload: null })
}

/** Unpacks what `toChunks` packed. Throws a SyntaxError or TypeError when something else was sent on the channel. */
export function fromChunk(chunk: string): BusMessage[] {
  const parsed: unknown = JSON.parse(chunk)
  if (!Array.isArray(parsed) || !parsed.every(isMessage)) throw new TypeError('no messages of the bus')
  return parsed
}

type Unchecked = Partial<Record<string, unknown>>

// By hand, because a schema's check of each of thousands of changes would cost more than sending them.
function isMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Unchecked
  switch (message['kind']) {
    case 'gateway':
      return isChange(message)
    case 'access':
      return isText(message['gatewayId'])
    case 'service':
      return isText(message['gatewayId']) && (message['requestId'] === undefined || isText(message['requestId']))
    case 'subscriptions':
      return isText(message['personId'])
    case 'session-ended':
      return isText(message['personId']) && (message['tokenDigests'] === undefined || isTexts(message['tokenDigests']))
    case 'export':
      return isExport(message)
    default:
      return false
  }
}

function isExport({ gatewayId, personId, requestId, state, progress }: Unchecked): boolean {
  return [gatewayId, personId, requestId, state].every(isText) && typeof progress === 'number'
}

function isChange({ gatewayId, unit, seq, ts, payload }: Unchecked): boolean {
  return (
    isText(gatewayId) &&
    isText(unit) &&
    isUnit(unit) &&
    typeof seq === 'number' &&
    isText(ts) &&
    typeof payload === 'object'
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
