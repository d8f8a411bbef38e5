import { afterAll, expect, test } from 'vitest'
import { dumpSchema } from '#test/schema-dump.ts'
import { createTestDatabase } from '#test/database.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

// After a new migration, update the file: npx vitest run server/database/schema-dump.test.ts -u
test('schema.sql is the result of all migrations', async () => {
  await expect(await dumpSchema(pool)).toMatchFileSnapshot('./schema.sql')
})

test('a column, its order, an index or a rule of a migration is in the dump', async () => {
  await pool.query(
    `create table added (id uuid primary key, size int check (size > 0), wanted text not null default '', word text collate "C")`,
  )
  await pool.query('create index added_by_size on added (size)')
  const table = /create table added[^]*?\n\n/u.exec(await dumpSchema(pool))?.[0]
  expect(table?.trim().split('\n')).toEqual([
    'create table added (',
    '  id uuid not null,',
    '  size integer,',
    `  wanted text not null default ''::text,`,
    '  word text collate "C",',
    '  constraint added_pkey PRIMARY KEY (id),',
    '  constraint added_size_check CHECK ((size > 0))',
    ');',
    'CREATE INDEX added_by_size ON public.added USING btree (size);',
  ])
})
