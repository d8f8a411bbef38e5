import pg from 'pg'
import { DatabaseConnection, type ConnectionSettings, connectionSettings } from './connection.ts'

/** A pool of connections; `close` waits for those in use. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

export type OpenDatabase = {
  /** The maximum number of connections; a request waits for a free one. */
  max?: number
  /** The server ends a statement after this many milliseconds; default 8 s, 0 means no limit. */
  statementTimeoutMs?: number
  /** Whether the connection is direct, or over a pooler in transaction mode. */
  way?: ConnectionSettings['way']
  /** The server ends a transaction that is idle for this many milliseconds; default 5 s, 0 means no limit. */
  transactionIdleMs?: number
  /** The limit for opening a connection or waiting for a free one, in milliseconds; default 5 s. */
  connectTimeoutMs?: number
  /** Idle connections are closed after this many milliseconds; default 40 s. */
  keptIdleMs?: number
  /** Called when an idle connection dies; the pool replaces it. */
  onLostConnection?: (error: Error) => void
}

/** The default is short enough that the client still waits for the error. */
const defaultStatementTimeoutMs = 8_000

/**
 * The default time that an idle connection stays open. It is longer than people read before they type again, because a
 * new connection costs several times a search. It is shorter than the idle limit of balancers, which may be 50 s. The
 * most recently used connection is used next, so that surplus ones expire.
 */
const defaultKeptIdleMs = 40_000

/** Opens a pool for `url`, in the form that `parseHosts` parses. Connects only at the first query. */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = defaultStatementTimeoutMs,
    way = 'direct',
    keptIdleMs = defaultKeptIdleMs,
    onLostConnection = () => {},
    ...patience
  }: OpenDatabase = {},
): Database {
  const pool = new pg.Pool({
    ...connectionSettings(url, {
      way,
      statementTimeoutMs,
      applicationName: 'gateway-portal',
      ...patience,
    }),
    max,
    idleTimeoutMillis: keptIdleMs,
    // A cast, because the pool's type does not say that the pool passes on its settings.
    Client: DatabaseConnection as unknown as new () => DatabaseConnection,
  })
  return withErrorListeners(pool, onLostConnection)
}

/**
 * A separate connection with the settings of the pool, so that the pool's users never delay it. It reconnects by
 * itself.
 */
export function openOwnConnection({ options }: pg.Pool): Database {
  // Spreading the options does not copy the password, because the pool hides it.
  const { password } = options
  return withErrorListeners(
    new pg.Pool({ ...options, ...(password !== undefined && { password }), max: 1, idleTimeoutMillis: 0 }),
  )
}

function withErrorListeners(pool: pg.Pool, onLostConnection: (error: Error) => void = () => {}): Database {
  pool.on('error', onLostConnection)
  // The next query reports a dead connection; without this listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, close: async () => pool.end() }
}
