import type { QueryConfig, QueryResult } from 'pg'
import { Sql, raw } from 'sql-template-tag'
import { isTracing, runTraced } from '#server/tracing.ts'
import { joinedTransactionOf } from './joined-transaction.ts'

/** Something that sends queries: the pool, or one of its connections. */
export type Queryable = { query(config: QueryConfig): Promise<QueryResult> }

declare const answered: unique symbol

/**
 * A statement, or a part of one, with its values. Parts can be nested. `Row`: the type of its rows; a test compares it
 * with the schema. `name`: the name under which the server prepares the statement.
 */
export type Statement<Row = unknown> = Sql & { readonly name?: string; readonly [answered]?: Row }

/**
 * Builds SQL. Each `${}` becomes a parameter ($1, $2, …), or a nested part. PostgreSQL returns a `bigint`, such as
 * `count(*)`, as text, so cast a count to int.
 */
export function sql<Row = unknown>(text: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> {
  return new Sql(text, values)
}

/** Marks a frequent statement whose text never changes. Each connection prepares it once, under this name. */
export function prepared<Row>(name: string, statement: Statement<Row>): Statement<Row> {
  return Object.assign(statement, { name })
}

export async function readRows<Row>(db: Queryable, statement: Statement<Row>): Promise<Row[]> {
  return (await send(db, statement)).rows
}

export async function readFirst<Row>(db: Queryable, statement: Statement<Row>): Promise<Row | null> {
  return (await readRows(db, statement))[0] ?? null
}

/**
 * Reads the row of a statement that always returns one.
 * @throws Error if it returns none
 */
export async function readOne<Row>(db: Queryable, statement: Statement<Row>): Promise<Row> {
  const row = await readFirst(db, statement)
  if (!row) throw new Error('The statement answered no row')
  return row
}

/** Runs a statement, and returns the number of written or found rows. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  return (await send(db, statement)).rowCount ?? 0
}

/** A cursor over the rows of a statement. `fetch` returns the next rows, [] at the end. */
export type Cursor<Row> = { fetch(count: number): Promise<Row[]>; close(): Promise<void> }

/**
 * Opens a cursor. It ends with `close` or with the transaction. Cursors that are open at the same time need different
 * names.
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

/** Sends the statement before it returns, so that the connection keeps the order of the calls. */
function send(db: Queryable, { name, text, values }: Statement): Promise<QueryResult> {
  const query = { ...(name !== undefined && { name }), text, values }
  const connection = joinedTransactionOf(db) ?? db
  if (!isTracing()) return connection.query(query)
  return runTraced({ name: name ?? 'statement', attributes: shownText(text) }, () => connection.query(query))
}

const maxShownLength = 500

/** Returns the text of a statement for a trace. Its values are omitted, because they must not be recorded. */
function shownText(text: string) {
  return {
    'db.system.name': 'postgresql',
    'db.query.text': text.replaceAll(/\s+/gu, ' ').trim().slice(0, maxShownLength),
  }
}
