import type { Log } from '#server/log.ts'
import type { Bus, BusListener, BusMessage, BusSubscription } from './bus.ts'
import { fromChunk, toChunks } from './chunks.ts'
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
