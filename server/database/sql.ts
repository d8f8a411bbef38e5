import type { QueryConfig, QueryResult } from 'pg'
import { Sql } from 'sql-template-tag'
import { isTracing, traced } from '#server/tracing.ts'
import { joinedTransactionOf } from './joined-transaction.ts'

/** Where a statement can run: the pool, or one connection of it. */
export type Queryable = { query(config: QueryConfig): Promise<QueryResult> }

declare const answered: unique symbol

/**
 * A statement, or a piece of one, with its values; pieces stand in others. `Row` is what it answers, which
 * `npm run check` compares with the schema. Prepared by the server under `name`, where it has one.
 */
export type Statement<Row = unknown> = Sql & { readonly name?: string; readonly [answered]?: Row }

/**
 * SQL as text: what stands in `${}` becomes a value of the statement ($1, $2, …), or a piece of it. A `bigint`, and so
 * `count(*)`, is answered as text: cast a count to int.
 */
export function sql<Row = unknown>(text: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> {
  return new Sql(text, values)
}

/** Has the server prepare the statement once on each connection. For a hot one whose text is always the same. */
export function prepared<Row>(name: string, statement: Statement<Row>): Statement<Row> {
  return Object.assign(statement, { name })
}

export async function readRows<Row>(db: Queryable, statement: Statement<Row>): Promise<Row[]> {
  return (await send(db, statement)).rows
}

export async function readFirst<Row>(db: Queryable, statement: Statement<Row>): Promise<Row | null> {
  return (await readRows(db, statement))[0] ?? null
}

/** For a statement that answers a row whatever happens. @throws Error when it does not */
export async function readOne<Row>(db: Queryable, statement: Statement<Row>): Promise<Row> {
  const row = await readFirst(db, statement)
  if (!row) throw new Error('The statement answered no row')
  return row
}

/** Answers how many rows were written, or found. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  return (await send(db, statement)).rowCount ?? 0
}

/** Rows that are read some at a time, the next while the last are worked on. */
export type Cursor<Row> = { fetch(count: number): Promise<Row[]>; close(): Promise<void> }

/** Begins to read; it ends with `close`, or with the transaction. */
export async function openCursor<Row>(transaction: Queryable, statement: Statement<Row>): Promise<Cursor<Row>> {
  await execute(transaction, sql`declare rows no scroll cursor for ${statement}`)
  return {
    fetch: async (count) => (await transaction.query({ text: `fetch ${count} from rows` })).rows,
    close: async () => void (await transaction.query({ text: 'close rows' })),
  }
}

/** Sent before it returns, so that a connection that sends without waiting keeps the order of the calls. */
function send(db: Queryable, { name, text, values }: Statement): Promise<QueryResult> {
  const query = { ...(name !== undefined && { name }), text, values }
  const connection = joinedTransactionOf(db) ?? db
  if (!isTracing()) return connection.query(query)
  return traced({ name: name ?? 'statement', attributes: shown(text) }, () => connection.query(query))
}

const shownCharacters = 500

/** Values stand beside a statement's text, so that none is told. */
function shown(text: string) {
  return {
    'db.system.name': 'postgresql',
    'db.query.text': text.replaceAll(/\s+/gu, ' ').trim().slice(0, shownCharacters),
  }
}
