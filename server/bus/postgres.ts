import { isUnit } from '#contract/push.ts'
import type { Log } from '#server/log.ts'
import type { Bus, BusListener, BusMessage, BusSubscription } from './bus.ts'
import { keepListening } from './listening-connection.ts'
import type { ListeningConnection } from './listening-connection.ts'
import { notify } from './store.ts'

export type PostgresBus = { url: string; log: Log; probeEveryMs?: number }

/**
 * The bus between a few processes: NOTIFY, one batch per commit. Every subscriber hears everything, so that
 * naming gateways changes nothing. A process that only publishes holds no connection.
 */
export function createPostgresBus(options: PostgresBus): Bus {
  const listeners = new Set<BusListener>()
  let listening: Promise<ListeningConnection> | undefined

  function onChunk(chunk: string): void {
    const messages = read(chunk)
    for (const listener of listeners) listener.onMessages(messages)
  }

  function read(chunk: string): BusMessage[] {
    try {
      return fromChunk(chunk)
    } catch (error) {
      options.log.warn({ err: error }, 'The bus dropped a notification it could not read')
      return []
    }
  }

  function onLost(): void {
    for (const listener of listeners) listener.onLost?.()
  }

  function onRestored(): void {
    for (const listener of listeners) listener.onResync()
  }

  async function startListening(): Promise<ListeningConnection> {
    try {
      return await keepListening({ ...options, onChunk, onLost, onRestored })
    } catch (error) {
      listening = undefined
      throw error
    }
  }

  async function subscribe(listener: BusListener): Promise<BusSubscription> {
    listening ??= startListening()
    await listening
    listeners.add(listener)
    return { watch: ignore, unwatch: ignore, close: () => void listeners.delete(listener) }
  }

  return {
    publish: async (transaction, messages) => {
      if (messages.length > 0) await notify(transaction, toChunks(messages))
    },
    subscribe,
    close: async () => {
      listeners.clear()
      if (listening) await (await listening).close()
    },
  }
}

function ignore(): void {}

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

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** What each kind of message holds. */
const fieldsOf: {
  [Kind in BusMessage['kind']]: Record<Exclude<keyof Extract<BusMessage, { kind: Kind }>, 'kind'>, Check>
} = {
  gateway: {
    gatewayId: isText,
    unit: (value) => typeof value === 'string' && isUnit(value),
    seq: isNumber,
    ts: isText,
    payload: (value) => typeof value === 'object',
  },
  access: { gatewayId: isText },
  service: { gatewayId: isText, personId: optional(isText), requestId: optional(isText) },
  subscriptions: { personId: isText },
  'session-ended': {
    personId: isText,
    tokenDigests: optional((value) => Array.isArray(value) && value.every(isText)),
  },
  export: { gatewayId: isText, personId: isText, requestId: isText, state: isText, progress: isNumber },
}

const checks = new Map(Object.entries(fieldsOf).map(([kind, fields]) => [kind, Object.entries(fields)]))

// Not by a schema, whose check of each of thousands of changes would cost as much again as reading them.
function isMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Partial<Record<string, unknown>>
  return checks.get(String(message['kind']))?.every(([name, check]) => check(message[name])) ?? false
}
