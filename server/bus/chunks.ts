import * as z from 'zod/mini'
import { units } from '#contract/push.ts'
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

/** Unpacks what `toChunks` packed. Throws a SyntaxError or ZodError when something else was sent on the channel. */
export function fromChunk(chunk: string): BusMessage[] {
  return z.array(message).parse(JSON.parse(chunk))
}

const id = z.string()

const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gateway'),
    gatewayId: id,
    unit: z.enum(units),
    seq: z.number(),
    ts: z.string(),
    payload: z.nullable(z.record(z.string(), z.unknown())),
  }),
  z.object({ kind: z.literal('access'), gatewayId: id }),
  z.object({ kind: z.literal('subscriptions'), personId: id }),
  z.object({ kind: z.literal('session-ended'), personId: id }),
  z.object({ kind: z.literal('export'), gatewayId: id, requestId: id }),
])
