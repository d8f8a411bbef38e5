import { afterAll, expect, test } from 'vitest'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { createTestDatabase } from './database.ts'

const first = await createTestDatabase()
const second = await createTestDatabase()
afterAll(() => Promise.all([first.close(), second.close()]))

test('a test database is migrated completely', async () => {
  const { rows } = await first.pool.query('select count(*)::int as done from migration')
  expect(rows[0].done).toBeGreaterThan(0)
  expect(await migrateDatabase({ url: first.url })).toEqual([])
})

test('the data of one test file is invisible to others', async () => {
  await first.pool.query('create table seen_by_one ()')
  const { rows } = await second.pool.query(`select to_regclass('seen_by_one') as found`)
  expect(rows[0].found).toBeNull()
})
