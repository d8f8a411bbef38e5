import pg from 'pg'
import { DatabaseConnection, type ConnectionSettings, connectionSettings } from './connection.ts'

/** A set of connections; `close` waits for those at work. */
export type Database = { pool: pg.Pool; close(): Promise<void> }

export type OpenDatabase = {
  /** Connections at most; a request waits for a free one. */
  max?: number
  /** Milliseconds after which a statement is ended; 0 lets it run. */
  statementWithinMs?: number
  /** What stands between us and the server. */
  way?: ConnectionSettings['way']
  /** The server ends a transaction that is idle for this many milliseconds; default 5 s, 0 means no limit. */
  transactionIdleMs?: number
  /** The limit for opening a connection or waiting for a free one, in milliseconds; default 5 s. */
  connectWithinMs?: number
  /** Idle connections are closed after this many milliseconds; default 40 s. */
  keptIdleMs?: number
  /** Told when a connection dies while nobody uses it; the pool replaces it by itself. */
  onLostConnection?: (error: Error) => void
}

/** Whoever asked is still there to hear that it failed. */
const usualStatementMs = 8_000

/**
 * How long a connection stays that nobody uses: as long as a person reads before typing on, since a new one takes several
 * times what a search does, and plans each prepared statement anew. Less than balancers wait before they cut, which may
 * be 50 s. The last that was used is used next, so that those too many end all the same.
 */
const usualKeptIdleMs = 40_000

/**
 * Opens a pool on `url`, of the form that `parseHosts` reads. Nothing connects before the first query.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementWithinMs = usualStatementMs,
    way = 'direct',
    keptIdleMs = usualKeptIdleMs,
    onLostConnection = () => {},
    ...patience
  }: OpenDatabase = {},
): Database {
  const pool = new pg.Pool({
    ...connectionSettings(url, { way, statementWithinMs, applicationName: 'gateway-portal', ...patience }),
    max,
    idleTimeoutMillis: keptIdleMs,
    // The pool hands its settings on, which its type does not say.
    Client: DatabaseConnection as unknown as new () => DatabaseConnection,
  })
  return watched(pool, onLostConnection)
}

/** One connection like those of the pool, beside them: what they do never makes it wait. It restores itself. */
export function openOwnConnection({ options }: pg.Pool): Database {
  // Not to be spread, as the pool hides it.
  const { password } = options
  return watched(new pg.Pool({ ...options, ...(password !== undefined && { password }), max: 1, idleTimeoutMillis: 0 }))
}

function watched(pool: pg.Pool, onLostConnection: (error: Error) => void = () => {}): Database {
  pool.on('error', onLostConnection)
  // Who is using a connection that dies learns it from the next query; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, close: async () => pool.end() }
}
