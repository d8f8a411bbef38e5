import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseConnection, type ConnectionSettings, connectionSettings } from './connection.ts'
import type { Tables } from './tables.ts'

/** The two doors to one set of connections: `pool` for named prepared statements, `db` for the rest. */
export type Database = { pool: pg.Pool; db: Kysely<Tables>; close(): Promise<void> }

export type OpenDatabase = {
  /** Connections at most; a request waits for a free one. */
  max?: number
  /** Milliseconds after which a statement is ended; 0 lets it run. */
  statementWithinMs?: number
  /** What stands between us and the server. */
  way?: ConnectionSettings['way']
  /** Told when a connection dies while nobody uses it; the pool replaces it by itself. */
  onLostConnection?: (error: Error) => void
}

/** Whoever asked is still there to hear that it failed. */
const usualStatementMs = 8_000

/**
 * Opens a pool on `url`, of the form that `parseHosts` reads. Nothing connects before the first query. `bigint`, and so
 * `count(*)`, comes as text: cast a count to int.
 */
export function openDatabase(
  url: string,
  { max = 10, statementWithinMs = usualStatementMs, way = 'direct', onLostConnection = () => {} }: OpenDatabase = {},
): Database {
  const pool = new pg.Pool({
    ...connectionSettings(url, { way, statementWithinMs, applicationName: 'gateway-portal' }),
    max,
    // The pool hands its settings on, which its type does not say.
    Client: DatabaseConnection as unknown as new () => DatabaseConnection,
  })
  pool.on('error', onLostConnection)
  // Who is using a connection that dies learns it from the next query; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
