import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { insertTestGateway, insertTestReports, readAllReports } from '#test/telemetry/test-reports.ts'
import { packAndMergeTelemetry, packingSteps } from './pack-days-that-ended.ts'

// Specification 14.5: an acknowledged report is kept. If a packer is killed at any step, no report is lost or stored
// twice.

const { pool, url, close } = await createTestDatabase({ max: 4 })
const packer = fileURLToPath(new URL('../../../test/telemetry/packer-process.ts', import.meta.url))
// The time of the next run, which is late enough to merge the month of the two days.
const now = Date.parse('2026-05-02T12:00:00Z')
const gateways: string[] = []

beforeEach(async () => {
  await pool.query('truncate telemetry_day, telemetry_late_report, telemetry_packing, telemetry_month, telemetry_merge')
  await pool.query(`select ensure_telemetry_days('2026-03-11', '2026-03-12')`)
  while (gateways.length < 30) gateways.push(await insertTestGateway(pool))
  const minutes = [-720, 0, 719, 1_439].map((minute) =>
    new Date(Date.parse('2026-03-12') + minute * minuteMs).toISOString(),
  )
  for (const gatewayId of gateways)
    await insertTestReports(
      pool,
      minutes.map((ts, index) => ({ gatewayId, ts, values: { roomTemperature: 20 + index / 10 } })),
    )
  const ts = '2026-03-12T06:00:00Z'
  const late = gateways.map((gatewayId) => ({ gatewayId, ts, values: { roomTemperature: 19 } }))
  await insertTestReports(pool, late, 'telemetry_late_report')
})

afterAll(close)

async function readOfAll() {
  return Promise.all(gateways.map(async (id) => readAllReports(pool, id)))
}

async function partitionsOfDays(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relname ~ '^telemetry_day_[0-9]' and c.relkind = 'r'`,
  )
  return rows.map(({ name }) => name)
}

async function countOf(table: string): Promise<number> {
  return (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0
}

test.each(packingSteps)('a packer that is killed at the step "%s" loses and doubles nothing', async (step) => {
  const before = await readOfAll()
  const child = fork(packer, [url, step, String(now)])
  expect(await once(child, 'message')).toContain(step)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readOfAll()).toEqual(before)
  // Until the server detects that the killed process is gone, its locks prevent other packers from packing the day.
  await vi.waitFor(
    async () => {
      await packAndMergeTelemetry({ pool, clock: { now: () => now }, onDamaged: () => {} })
      expect(await countOf('telemetry_month where days = 2')).toBe(30)
      expect(await countOf('telemetry_month')).toBe(30)
      expect(await partitionsOfDays()).not.toContain('telemetry_day_2026_03')
      expect((await pool.query(`select to_regclass('telemetry_2026_03_12') as left`)).rows).toEqual([{ left: null }])
    },
    { timeout: 15_000 },
  )
  expect([await countOf('telemetry'), await countOf('telemetry_late_report')]).toEqual([0, 0])
  expect(await readOfAll()).toEqual(before)
})
