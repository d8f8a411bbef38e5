import pg from 'pg'
import { DatabaseConnection, type ConnectionSettings, connectionSettings } from './connection.ts'

/** A pool of connections. `close` waits for connections that are in use. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

export type OpenDatabase = {
  /** The maximum number of connections. If all are in use, a query waits for a free one. */
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
  /** Called when an idle connection is lost. The pool replaces it. */
  onLostConnection?: (error: Error) => void
}

/** The default is short enough that the client of a request still waits for the error. */
const defaultStatementTimeoutMs = 8_000

/**
 * The default time in milliseconds that an idle connection stays open. It is longer than people read before they type
 * again, because a new connection costs several times as much as a search. It is shorter than the idle limit of
 * balancers, which may be 50 s. The pool uses the most recently used connection first, so that surplus ones expire.
 */
const defaultKeptIdleMs = 40_000

/** Opens a pool for `url`, in the form that `parseHosts` parses. It connects at the first query. */
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
    // The pool's type lacks that the pool passes its settings to this class.
    Client: DatabaseConnection as unknown as new () => DatabaseConnection,
  })
  return withErrorListeners(pool, onLostConnection)
}

/**
 * Opens a separate connection with the settings of a pool, which users of the pool never delay. It reconnects at the
 * next query after a loss.
 */
export function openOwnConnection({ options }: pg.Pool): Database {
  // The pool hides the password, so spreading the options does not copy it.
  const { password } = options
  return withErrorListeners(
    new pg.Pool({ ...options, ...(password !== undefined && { password }), max: 1, idleTimeoutMillis: 0 }),
  )
}

function withErrorListeners(pool: pg.Pool, onLostConnection: (error: Error) => void = () => {}): Database {
  pool.on('error', onLostConnection)
  // If a connection is lost, the next query rejects. Without this listener, the error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, close: async () => pool.end() }
}
