import { raw } from 'sql-template-tag'
import { type Queryable, type Statement, execute, sql } from '#server/database/sql.ts'

const channel = 'portal_bus'

/** Passes chunks to NOTIFY. PostgreSQL delivers them when the transaction commits. */
export async function notifyChunks(transaction: Queryable, chunks: readonly string[]): Promise<void> {
  await execute(transaction, 'bus-notify')`select ${notifyExpression(chunks)} as notifications`
}

/**
 * Returns an SQL expression with which another statement sends the same notifications as `notifyChunks`. Line breaks
 * separate the chunks, because JSON on one line contains none.
 */
export function notifyExpression(chunks: readonly string[]): Statement {
  const lines = chunks.length === 0 ? null : chunks.join('\n')
  return sql`(select count(pg_notify(${channel}, chunk)) from string_to_table(${lines}::text, E'\\n') as chunk)`
}

export async function listenToBusChannel(connection: Queryable): Promise<void> {
  await execute(connection)`listen ${raw(channel)}`
}

/** Runs an empty statement, which succeeds only over a working connection. */
export async function probeConnection(connection: Queryable): Promise<void> {
  await execute(connection)`select`
}

/** Returns the SQL expression that formats a time like `formatChangeTime`. */
export const changeTimeSql = (moment: Statement) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
