import type { Log } from '#server/log.ts'
import { runAsTraceStep } from '#server/tracing.ts'
import {
  type Bus,
  type BusListener,
  type BusMessage,
  type BusSubscription,
  isBusMessage,
  addCurrentTrace,
} from './bus.ts'
import { openListeningConnection } from './listening-connection.ts'
import type { ListeningConnection } from './listening-connection.ts'
import { notifyChunks } from './store.ts'

export type PostgresBusOptions = { url: string; log: Log; probeEveryMs?: number }

/**
 * Creates the bus for few processes, with NOTIFY of PostgreSQL. Every subscriber receives all messages, so watching
 * gateways or people has no effect. A process that only publishes opens no listening connection.
 */
export function createPostgresBus(options: PostgresBusOptions): Bus {
  const listeners = new Set<BusListener>()
  let listeningPromise: Promise<ListeningConnection> | undefined

  function onChunk(chunk: string): void {
    const messages = readChunk(chunk)
    for (const listener of listeners) listener.onMessages(messages)
  }

  function readChunk(chunk: string): BusMessage[] {
    try {
      return unpackChunk(chunk)
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
      return await openListeningConnection({ ...options, onChunk, onLost, onRestored })
    } catch (error) {
      listeningPromise = undefined
      throw error
    }
  }

  async function subscribe(listener: BusListener): Promise<BusSubscription> {
    listeningPromise ??= startListening()
    await listeningPromise
    listeners.add(listener)
    return {
      watch: ignore,
      unwatch: ignore,
      watchPeople: ignore,
      unwatchPeople: ignore,
      settled: async () => {},
      close: () => void listeners.delete(listener),
    }
  }

  return {
    publish: async (transaction, messages) => {
      if (messages.length === 0) return
      await runAsTraceStep(
        { name: 'publish', attributes: { 'messaging.batch.message_count': messages.length } },
        async () => notifyChunks(transaction, packChunks(addCurrentTrace(messages))),
      )
    },
    prepareNotifications: (changes) => ({ chunks: packChunks(addCurrentTrace(changes)), onCommitted: ignore }),
    subscribe,
    close: async () => {
      listeners.clear()
      if (listeningPromise) await (await listeningPromise).close()
    },
  }
}

function ignore(): void {}

/** The maximum size of a notification. PostgreSQL accepts less than 8000 bytes. PostgreSQL manual, NOTIFY. */
const maxChunkBytes = 7_999

/**
 * Packs messages, in their order, into as few JSON arrays of less than 8000 bytes as possible. If a change does not
 * fit into one array, it is sent without its payload.
 */
export function packChunks(messages: readonly BusMessage[]): string[] {
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
  if (message.kind !== 'gateway' || fitsInNotify(json)) return json
  return JSON.stringify({ ...message, payload: null })
}

// Whether a text fits into one notification. A UTF-16 unit takes at most three bytes in UTF-8, so most texts need no
// exact count of bytes.
function fitsInNotify(json: string): boolean {
  return json.length * 3 + 2 <= maxChunkBytes || Buffer.byteLength(json) + 2 <= maxChunkBytes
}

/**
 * Unpacks a chunk that `packChunks` made.
 * @throws SyntaxError or TypeError if the chunk has another form
 */
export function unpackChunk(chunk: string): BusMessage[] {
  const parsed: unknown = JSON.parse(chunk)
  if (!Array.isArray(parsed) || !parsed.every(isBusMessage)) throw new TypeError('no messages of the bus')
  return parsed
}
