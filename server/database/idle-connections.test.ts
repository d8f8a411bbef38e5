import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { createTestDatabase } from '#test/database.ts'

const { url, close } = await createTestDatabase({ max: 1 })
const seconds = 1_000

afterAll(close)

test('an idle connection is kept for half a minute, and closed within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pool, close: closePool } = openDatabase(url)
  onTestFinished(closePool)
  await pool.query('select 1')
  vi.advanceTimersByTime(30 * seconds)
  expect(pool.totalCount).toBe(1)
  await pool.query('select 1')
  vi.advanceTimersByTime(30 * seconds)
  expect(pool.totalCount).toBe(1)
  vi.advanceTimersByTime(30 * seconds)
  expect(pool.totalCount).toBe(0)
})
