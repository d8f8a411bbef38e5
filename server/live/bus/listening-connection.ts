import type { Log } from '#server/log.ts'
import type pg from 'pg'
import { DatabaseConnection, createConnectionSettings } from '#server/database/connection.ts'
import { listenToBusChannel, probeConnection } from './store.ts'

export type ListeningConnectionOptions = {
  /** The address of the database: `postgres://user:password@host:port/database`. */
  url: string
  onChunk(chunk: string): void
  /** Called when the connection is lost. From now on, chunks may be missed. */
  onLost(): void
  /** Called when the connection is restored. The chunks of the time without a connection are never delivered. */
  onRestored(): void
  log: Log
  probeEveryMs?: number
}

export type ListeningConnection = { close(): Promise<void> }

const defaultProbeEveryMs = 15_000
const statementTimeoutMs = 3_000
const firstRetryMs = 100
const lastRetryMs = 5_000

/**
 * Opens a connection that receives the chunks of the bus. Opens the connection again whenever it is lost, until
 * `close`. Rejects if the first attempt fails.
 */
export async function openListeningConnection(options: ListeningConnectionOptions): Promise<ListeningConnection> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined
  current = await connect(options, lost)
  scheduleProbe(current)

  function lost(client: pg.Client, error: Error | undefined): void {
    if (isClosed || client !== current) return
    options.log.warn({ err: error }, 'The bus lost its database connection and reconnects')
    current = undefined
    discard(client)
    options.onLost()
    restoreIn(firstRetryMs)
  }

  function restoreIn(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void restore(delayMs), delayMs * (0.5 + Math.random() / 2))
  }

  async function restore(delayMs: number): Promise<void> {
    try {
      const client = await connect(options, lost)
      if (isClosed) return discard(client)
      current = client
      scheduleProbe(client)
    } catch (error) {
      options.log.warn({ err: error }, 'The bus cannot reach the database yet')
      if (!isClosed) restoreIn(Math.min(delayMs * 2, lastRetryMs))
      return
    }
    options.log.info({}, 'The bus has its database connection back')
    options.onRestored()
  }

  // Schedules a probe. If the database server disappears without closing the connection, only a probe detects this.
  function scheduleProbe(client: pg.Client): void {
    timer = setTimeout(() => void ask(client), options.probeEveryMs ?? defaultProbeEveryMs)
    timer.unref()
  }

  async function ask(client: pg.Client): Promise<void> {
    try {
      await probeConnection(client)
      if (client === current && !isClosed) scheduleProbe(client)
    } catch (error) {
      lost(client, error as Error)
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    await current?.end()
  }

  return { close }
}

type Lost = (client: pg.Client, error: Error | undefined) => void

async function connect({ url, onChunk }: ListeningConnectionOptions, lost: Lost): Promise<pg.Client> {
  const way = { way: 'direct', statementTimeoutMs, applicationName: 'gateway-portal bus' } as const
  const client = new DatabaseConnection(createConnectionSettings(url, way))
  client.on('error', (error) => lost(client, error))
  client.on('end', () => lost(client, undefined))
  client.on('notification', ({ payload }) => onChunk(payload ?? ''))
  try {
    await client.connect()
    await listenToBusChannel(client)
  } catch (error) {
    discard(client)
    throw error
  }
  return client
}

// Does not wait until the client has ended, because a broken connection may never confirm the end.
function discard(client: pg.Client): void {
  client.end().catch(() => undefined)
}
