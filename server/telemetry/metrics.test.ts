import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { registerPackingGauges } from './metrics.ts'
import { packAndMergeTelemetry } from './packing/pack-days-that-ended.ts'
import { insertTestGateway, insertTestReports } from '#test/telemetry/test-reports.ts'

const { pool, close } = await createTestDatabase()
const time = { ms: 0 }
const clock = { now: () => time.ms }
const registry = new Registry()
registerPackingGauges(registry, { pool, clock })

afterAll(close)

/** Reads the two gauges of this module: how many days packing and merging are behind. */
async function daysBehind(): Promise<(number | undefined)[]> {
  const names = ['unpacked', 'unmerged'].map((name) => `gateway_portal_telemetry_${name}_seconds`)
  const gauges = await Promise.all(names.map(async (name) => registry.getSingleMetric(name)?.get()))
  return gauges.map((gauge) => (gauge?.values[0] === undefined ? undefined : gauge.values[0].value / 86_400))
}

test('packing is behind by its oldest day, and merging by its oldest month, until the work is done', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'telemetry'::regclass`,
  )
  for (const { name } of rows) await pool.query(`drop table ${name}`)
  await pool.query(`select ensure_telemetry_days('2026-03-12', '2026-03-12')`)
  await insertTestReports(pool, [{ gatewayId: await insertTestGateway(pool), ts: '2026-03-12T10:00:00Z', values: {} }])
  time.ms = Date.parse('2026-03-12T12:00:00Z')
  expect(await daysBehind()).toEqual([0, 0])
  time.ms = Date.parse('2026-03-16T00:00:00Z')
  expect(await daysBehind()).toEqual([3, 0])
  await packAndMergeTelemetry({ pool, clock, onDamaged: () => {} })
  expect(await daysBehind()).toEqual([0, 0])
  time.ms = Date.parse('2026-04-02T00:00:00Z')
  expect(await daysBehind()).toEqual([0, 1])
  time.ms = Date.parse('2026-04-04T00:00:00Z')
  await packAndMergeTelemetry({ pool, clock, onDamaged: () => {} })
  expect(await daysBehind()).toEqual([0, 0])
})
