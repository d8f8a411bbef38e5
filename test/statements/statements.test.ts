import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMissingTables } from '#stand-ins/identity/store.ts'
import { createTestDatabase } from '#test/database.ts'
import { findStatementMismatches } from './find-statement-mismatches.ts'
import { readStatements } from './read-statements.ts'

// Compares each statement of the portal with the migrated schema. Its tables and columns must exist, and PostgreSQL
// must return the columns of its row type.

const { pool, url, close } = await createTestDatabase()
const client = new pg.Client({ connectionString: url })
const isStore = (path: string): boolean => /^(?:server|scripts|stand-ins)\/.*store\.ts$/u.test(path)
const statements = readStatements(process.cwd(), isStore)

beforeAll(async () => {
  await client.connect()
  await createMissingTables(pool)
})

afterAll(async () => {
  await client.end()
  await close()
})

test('every statement fits the schema, and returns its row type', async () => {
  expect(statements.length).toBeGreaterThan(120)
  expect(await findStatementMismatches(client, statements)).toEqual([])
})

test.for([
  {
    what: 'a column has another name',
    change: 'alter table gateway rename serial to number',
    undo: 'alter table gateway rename number to serial',
    complaint: 'column g.serial does not exist',
  },
  {
    what: 'a column has another type',
    change: 'alter table gateway alter serial type int using 0',
    undo: 'alter table gateway alter serial type text',
    complaint: '"serial" is answered as number',
  },
  {
    what: 'a column may be null',
    change: 'alter table gateway alter serial drop not null',
    undo: 'alter table gateway alter serial set not null',
    complaint: '"serial" may be null, and is not in the row',
  },
  {
    what: 'a table has another name',
    change: 'alter table page_presence rename to presence',
    undo: 'alter table presence rename to page_presence',
    complaint: 'relation "page_presence" does not exist',
  },
])('$what: the affected statements are named', async ({ change, undo, complaint }) => {
  await client.query(change)
  const complaints = await findStatementMismatches(client, statements)
  await client.query(undo)
  expect(complaints.join('\n')).toContain(complaint)
})

test('a column of a left-joined table is nullable, unless the table is also joined otherwise', async () => {
  const row = [{ name: 'city', kind: 'string', isNullable: false }]
  const left = { position: 'left', text: 'select city from gateway left join address on gateway_id = id', row }
  const inner = { position: 'inner', text: 'select city from gateway join address on gateway_id = id', row }
  expect(await findStatementMismatches(client, [left, inner])).toEqual([
    'left: "city" may be null, and is not in the row',
  ])
})
