import type { QueryConfig, QueryResult } from 'pg'
import { Sql, raw } from 'sql-template-tag'
import { isTracing, runAsTraceStep } from '#server/tracing.ts'
import { joinedTransactionOf } from './joined-transaction.ts'

/** A pool or a connection, to which queries can be sent. */
export type Queryable = { query(config: QueryConfig): Promise<QueryResult> }

/** Runs the statement of a template. Each `${}` becomes a parameter ($1, $2, …), or a nested part. */
type StatementTag<Result> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Result>

/** A part of a statement, with its values. */
export type Statement = Sql

/**
 * Builds a part of a statement. PostgreSQL returns a `bigint`, such as `count(*)`, as text, so cast a count to int.
 */
export function sql(text: TemplateStringsArray, ...values: readonly unknown[]): Statement {
  return new Sql(text, values)
}

/**
 * Returns a tag that runs a statement and returns its rows. `Row` is the type of a row; a test compares it with the
 * schema.
 *
 * If `name` is given, each connection prepares the statement once, under this name. Pass a name for frequent
 * statements. Statements with the same name must have the same text.
 */
export function readRows<Row>(db: Queryable, name?: string): StatementTag<Row[]> {
  return async (text, ...values) => (await send(db, sql(text, ...values), name)).rows
}

/** Returns a tag that runs a statement and returns its first row, or null. `name`: as of `readRows`. */
export function readFirstRow<Row>(db: Queryable, name?: string): StatementTag<Row | null> {
  return async (text, ...values) => (await readRows<Row>(db, name)(text, ...values))[0] ?? null
}

/**
 * Returns a tag that runs a statement and returns its only row. `name`: as of `readRows`. The tag throws an Error if
 * the statement returns no row.
 */
export function readRequiredRow<Row>(db: Queryable, name?: string): StatementTag<Row> {
  return async (text, ...values) => {
    const row = await readFirstRow<Row>(db, name)(text, ...values)
    if (!row) throw new Error('The statement answered no row')
    return row
  }
}

/**
 * Returns a tag that runs a statement. The tag returns the number of written rows; for a statement that only reads, the
 * number of found rows. `name`: as of `readRows`.
 */
export function execute(db: Queryable, name?: string): StatementTag<number> {
  return async (text, ...values) => (await send(db, sql(text, ...values), name)).rowCount ?? 0
}

/** A cursor over the rows of a statement. `fetch` returns the next rows, or an empty list at the end. */
export type Cursor<Row> = { fetch(count: number): Promise<Row[]>; close(): Promise<void> }

/**
 * Returns a tag that opens a cursor, which lasts until `close` or the end of the transaction. Cursors that are open at
 * the same time need different names.
 */
export function openCursor<Row>(
  transaction: Queryable,
  cursor: 'rows' | 'packed_rows' | 'loose_rows' = 'rows',
): StatementTag<Cursor<Row>> {
  return async (text, ...values) => {
    await execute(transaction)`declare ${raw(cursor)} no scroll cursor for ${sql(text, ...values)}`
    return {
      fetch: async (count) => (await transaction.query({ text: `fetch ${count} from ${cursor}` })).rows,
      close: async () => void (await transaction.query({ text: `close ${cursor}` })),
    }
  }
}

/** Sends a statement before the function returns, so that statements run in the order of the calls. */
function send(db: Queryable, { text, values }: Statement, name: string | undefined): Promise<QueryResult> {
  const query = { ...(name !== undefined && { name }), text, values }
  const connection = joinedTransactionOf(db) ?? db
  if (!isTracing()) return connection.query(query)
  return runAsTraceStep({ name: name ?? 'statement', attributes: shownText(text) }, () => connection.query(query))
}

const maxShownLength = 500

/** Returns the text of a statement for a trace. Its values are omitted, because they must not be recorded. */
function shownText(text: string) {
  return {
    'db.system.name': 'postgresql',
    'db.query.text': text.replaceAll(/\s+/gu, ' ').trim().slice(0, maxShownLength),
  }
}
