import type { Pool } from 'pg'

// Reads the tables of the schema from PostgreSQL's catalogue. Omits partitions, which depend on the time, and the table
// `migration` of the migration tool.
const tableQuery = `
  select c.oid, c.relname as name, pg_get_partkeydef(c.oid) as partitioned
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migration'
  order by c.relname`

const columnQuery = `
  select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, attidentity as identity,
    attgenerated <> '' as generated, pg_get_expr(adbin, adrelid) as value, nullif(collname, 'default') as collation
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join pg_collation c on c.oid = attcollation
  where attrelid = $1 and attnum > 0 and not attisdropped
  order by attnum`

// Since PostgreSQL 18, "not null" is also a constraint (contype n). The dump shows it with the column.
const constraintQuery = `
  select conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where conrelid = $1 and contype <> 'n'
  order by contype = 'p' desc, conname`

const indexQuery = `
  select pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid)
  order by relname`

const triggerQuery = `
  select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`

const extensionQuery = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname`

const sequenceQuery = `
  select sequencename as name, data_type::text as type, increment_by::int as step from pg_sequences
  where schemaname = 'public' and sequencename not like 'migration%'
    and not exists (
      select from pg_depend where objid = (quote_ident(schemaname) || '.' || quote_ident(sequencename))::regclass
        and deptype in ('a', 'i'))
  order by sequencename`

const functionQuery = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by proname, pg_get_function_identity_arguments(p.oid)`

const typeQuery = `
  select t.typname as name, array_agg(e.enumlabel order by e.enumsortorder)::text[] as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`

const viewQuery = `
  select viewname as name, definition from pg_views where schemaname = 'public'
    and not exists (select from pg_depend where objid = (quote_ident(viewname))::regclass and deptype = 'e')
  order by viewname`

type Table = { oid: number; name: string; partitioned: string | null }
type Column = {
  name: string
  type: string
  required: boolean
  identity: string
  generated: boolean
  value: string | null
  collation: string | null
}
type Named = { name: string; definition: string }

/** Returns the schema of a database, the result of all migrations, as readable SQL. It is not meant to be run. */
export async function dumpSchema(pool: Pool): Promise<string> {
  const read = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows
  const parts = [
    (await read<{ name: string }>(extensionQuery)).map(({ name }) => `create extension ${name};`).join('\n'),
    ...(await read<{ name: string; labels: string[] }>(typeQuery)).map(
      ({ name, labels }) => `create type ${name} as enum (${labels.map((label) => `'${label}'`).join(', ')});`,
    ),
    ...(await read<{ name: string; type: string; step: number }>(sequenceQuery)).map(
      ({ name, type, step }) => `create sequence ${name} as ${type} increment by ${step};`,
    ),
    ...(await read<Named>(functionQuery)).map(({ definition }) => `${definition.trim()};`),
    ...(await Promise.all((await read<Table>(tableQuery)).map(async (table) => dumpTable(table, read)))),
    ...(await read<Named>(viewQuery)).map(({ name, definition }) => `create view ${name} as\n${definition.trim()}`),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type Read = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

async function dumpTable({ oid, name, partitioned }: Table, read: Read): Promise<string> {
  const lines = [
    ...(await read<Column>(columnQuery, [oid])).map(describeColumn),
    ...(await read<Named>(constraintQuery, [oid])).map((found) => `constraint ${found.name} ${found.definition}`),
  ]
  const by = partitioned === null ? '' : ` partition by ${partitioned}`
  const table = `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${by};`
  const attached = [...(await read<Named>(indexQuery, [oid])), ...(await read<Named>(triggerQuery, [oid]))]
  return [table, ...attached.map(({ definition }) => `${definition};`)].join('\n')
}

function describeColumn({ name, type, required, identity, generated, value, collation }: Column): string {
  const words = [name, type]
  if (collation !== null) words.push(`collate "${collation}"`)
  if (required) words.push('not null')
  if (identity !== '') words.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`)
  if (value !== null) words.push(generated ? `generated always as (${value}) stored` : `default ${value}`)
  return words.join(' ')
}
