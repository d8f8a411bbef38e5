import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'

const { pool, close } = await createTestDatabase({ max: 8 })
afterAll(close)

test('processes that start together create the partitions of the telemetry once', async () => {
  const together = Array.from({ length: 8 }, async () =>
    pool.query(`select ensure_telemetry_partitions('2031-01-15', '2032-12-15')`),
  )
  await Promise.all(together)
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from pg_inherits where inhparent = 'telemetry'::regclass
     and inhrelid::regclass::text ~ '^telemetry_203[12]_'`,
  )
  expect(rows).toEqual([{ count: '24' }])
})
