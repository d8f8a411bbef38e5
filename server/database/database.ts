import pg from 'pg'
import { DatabaseConnection, type ConnectionSettings, createConnectionSettings } from './connection.ts'

/** A pool of connections. `close` waits for connections that are in use. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

export type DatabaseOptions = {
  /** The maximum number of connections. If all are in use, a query waits for a free one. */
  max?: number
  /** The time in milliseconds after which the server ends a statement. The default is 8 s; 0 means no limit. */
  statementTimeoutMs?: number
  /** Whether the connection is direct, or over a pooler in transaction mode. */
  way?: ConnectionSettings['way']
  /** The time in milliseconds after which the server ends an idle transaction. The default is 5 s; 0 means no limit. */
  transactionIdleMs?: number
  /** The time in milliseconds to open a connection or to wait for a free one. The default is 5 s. */
  connectTimeoutMs?: number
  /** The time in milliseconds after which an idle connection is closed. The default is 40 s. */
  keptIdleMs?: number
  /** Called when an idle connection is lost. The pool replaces it. */
  onLostConnection?: (error: Error) => void
}

/** The default statement timeout. It is so short that the client of a request still waits when the error arrives. */
const defaultStatementTimeoutMs = 8_000

/**
 * The default time in milliseconds for which an idle connection stays open.
 *
 * The time is longer than people read before they type again, because a new connection costs several times as much as a
 * search. It is shorter than the idle limit of balancers, which may be 50 s. The pool prefers the most recently used
 * connection, so that surplus connections expire.
 */
const defaultKeptIdleMs = 40_000

/**
 * Opens a pool of connections to the database at `url`, which `parseDatabaseHosts` must be able to parse. The pool connects at
 * the first query.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = defaultStatementTimeoutMs,
    way = 'direct',
    keptIdleMs = defaultKeptIdleMs,
    onLostConnection = () => {},
    ...patience
  }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    ...createConnectionSettings(url, {
      way,
      statementTimeoutMs,
      applicationName: 'gateway-portal',
      ...patience,
    }),
    max,
    idleTimeoutMillis: keptIdleMs,
    // The type assertion is necessary because the type of the pool does not say that the pool passes its settings to
    // this class.
    Client: DatabaseConnection as unknown as new () => DatabaseConnection,
  })
  return withErrorListeners(pool, onLostConnection)
}

/**
 * Opens a separate connection with the settings of a pool. Queries of the pool do not delay queries on the separate
 * connection. If the connection is lost, the next query reconnects.
 */
export function openSeparateConnection({ options }: pg.Pool): Database {
  // Copies the password separately, because the pool hides it from the spread of its options.
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
