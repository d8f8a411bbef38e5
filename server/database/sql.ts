import type { QueryConfig, QueryResult } from 'pg'
import { Sql, raw } from 'sql-template-tag'
import { isTracing, runAsTraceStep } from '#server/tracing.ts'
import { joinedTransactionOf } from './joined-transaction.ts'

/** A pool or a connection, to which queries can be sent. */
export type Queryable = { query(config: QueryConfig): Promise<QueryResult> }

declare const answered: unique symbol

/**
 * A statement or a part of a statement, with its values. Parts can be nested. `Row` is the type of the result's rows; a
 * test compares it with the schema. `name`: the name under which the server prepares the statement.
 */
export type Statement<Row = unknown> = Sql & { readonly name?: string; readonly [answered]?: Row }

/**
 * Builds SQL. Each `${}` becomes a parameter ($1, $2, …), or a nested part. PostgreSQL returns a `bigint`, such as
 * `count(*)`, as text, so cast a count to int.
 */
export function sql<Row = unknown>(text: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> {
  return new Sql(text, values)
}

/**
 * Makes each connection prepare a statement once, under this name. Use this function for frequent statements.
 * Statements with the same name must have the same text.
 */
export function asPreparedStatement<Row>(name: string, statement: Statement<Row>): Statement<Row> {
  return Object.assign(statement, { name })
}

export async function readRows<Row>(db: Queryable, statement: Statement<Row>): Promise<Row[]> {
  return (await send(db, statement)).rows
}

export async function readFirstRow<Row>(db: Queryable, statement: Statement<Row>): Promise<Row | null> {
  return (await readRows(db, statement))[0] ?? null
}

/**
 * Reads the only row of a statement that always returns one row.
 * @throws Error if the statement returns no row
 */
export async function readRequiredRow<Row>(db: Queryable, statement: Statement<Row>): Promise<Row> {
  const row = await readFirstRow(db, statement)
  if (!row) throw new Error('The statement answered no row')
  return row
}

/** Runs a statement. Returns the number of written rows; for a statement that only reads, the number of found rows. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  return (await send(db, statement)).rowCount ?? 0
}

/** A cursor over the rows of a statement. `fetch` returns the next rows, or an empty list at the end. */
export type Cursor<Row> = { fetch(count: number): Promise<Row[]>; close(): Promise<void> }

/**
 * Opens a cursor, which lasts until `close` or the end of the transaction. Cursors that are open at the same time
 * need different names.
 */
export async function openCursor<Row>(
  transaction: Queryable,
  statement: Statement<Row>,
  cursor: 'rows' | 'packed_rows' | 'loose_rows' = 'rows',
): Promise<Cursor<Row>> {
  await execute(transaction, sql`declare ${raw(cursor)} no scroll cursor for ${statement}`)
  return {
    fetch: async (count) => (await transaction.query({ text: `fetch ${count} from ${cursor}` })).rows,
    close: async () => void (await transaction.query({ text: `close ${cursor}` })),
  }
}

/** Sends a statement before the function returns, so that statements run in the order of the calls. */
function send(db: Queryable, { name, text, values }: Statement): Promise<QueryResult> {
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
