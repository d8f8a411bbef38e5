import type { Client, Connection, FieldDef, Submittable } from 'pg'
import { readFirstRow } from '#server/database/sql.ts'
import type { ColumnKind } from './read-statements.ts'

/**
 * A column of a result. `table`: the table that contains the column; null if the column is computed. `isNullable`:
 * whether the column of that table may be null.
 */
export type ResultColumn = { name: string; kind: ColumnKind; table: string | null; isNullable: boolean }

/**
 * Lets PostgreSQL parse a statement without running it. Returns the columns of its result.
 * @throws the error of PostgreSQL
 */
export async function describeStatement(client: Client, text: string): Promise<ResultColumn[]> {
  const columns: ResultColumn[] = []
  for (const field of await fieldsOf(client, text)) columns.push(await columnOf(client, field))
  return columns
}

// Sends only Parse and Describe, because a query of pg also binds and executes. PostgreSQL manual, 55.2.3.
async function fieldsOf(client: Client, text: string): Promise<FieldDef[]> {
  const { promise, resolve, reject } = Promise.withResolvers<FieldDef[]>()
  let fields: FieldDef[] = []
  client.query({
    submit: (connection: Connection) => {
      connection.parse({ name: '', text, types: [] }, true)
      connection.describe({ type: 'S', name: '' }, true)
      connection.sync()
    },
    handleRowDescription: (message: { fields: FieldDef[] }) => ({ fields } = message),
    handleReadyForQuery: () => resolve(fields),
    handleError: reject,
  } as Submittable)
  return promise
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  timestamptz: 'Date',
  timestamp: 'Date',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  json: null,
  jsonb: null,
}

type TypeRow = { type: string; element: string | null; table: string | null; nullable: boolean | null }

/**
 * Returns a column with the JavaScript type of its values in pg's rows. pg converts a number only if a double can
 * represent it exactly, and returns values without a conversion as text.
 */
async function columnOf(client: Client, { name, dataTypeID, tableID, columnID }: FieldDef): Promise<ResultColumn> {
  const found = await readFirstRow<TypeRow>(client)`
    select t.typname::text as type, e.typname::text as element, c.relname::text as table,
      not a.attnotnull as nullable
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_class c on c.oid = ${tableID}
    left join pg_attribute a on a.attrelid = ${tableID} and a.attnum = ${columnID}
    where t.oid = ${dataTypeID}`
  if (!found) throw new Error(`The type ${dataTypeID} is not known`)
  const { type, element, table, nullable } = found
  const kind = kindOf(element ?? type)
  return { name, kind: element === null || kind === null ? kind : `${kind}[]`, table, isNullable: nullable ?? false }
}

function kindOf(type: string): ColumnKind {
  return type in kinds ? (kinds[type] ?? null) : 'string'
}
