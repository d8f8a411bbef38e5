import { afterAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { exportSources } from '#contract/data-export.ts'
import { units } from '#contract/event-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import {
  writeTestPackage,
  insertOwnedAppliance,
  parseCsvRecords,
  insertTestReport,
  readTestPackage,
  type InsertedAppliance,
} from '#test/exports/test-package.ts'
import type { PackageRequest } from './write-package.ts'

// Specification 21.4: if a package is created again from the same data, it has the same bytes, whether its days are
// compressed or not.

const { pool, close } = await createTestDatabase()
afterAll(close)
// A test that compresses telemetry drops the partitions of its days.
beforeEach(async () => {
  await pool.query(`select ensure_telemetry_days('2026-03-01', '2026-03-31')`)
})

const noon = '2026-03-12T12:00:00Z'
/** The time at which the days of March are merged into one month. */
const merged = '2026-05-03T12:00:00Z'
let serials = 700

function requestOf(insertedAppliance: InsertedAppliance, changes: Partial<PackageRequest> = {}): PackageRequest {
  return {
    ...insertedAppliance,
    ownerSince: new Date('2026-03-10T09:30:00Z'),
    fromDay: '2026-03-09',
    toDay: '2026-03-15',
    source: 'HEATLYTICS',
    language: 'de',
    requestedAt: new Date('2026-03-15T10:00:00Z'),
    ...changes,
  }
}

async function pack(now: string): Promise<void> {
  await packAndMergeTelemetry({ pool, clock: { now: () => Date.parse(now) }, onDamaged: () => {} })
}

const strange = [
  { text: '=1+1', nested: { deep: [1, { b: null, a: '@' }], '2': 1 }, number: Number('12345678901234567') },
  { number: 1e300, other: 0.1 + 0.2, flag: false, nothing: null },
  { large: 'x'.repeat(15_000) },
  JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "": "empty"}') as Record<string, unknown>,
]

/** `[n, ms]`: every nth report is received `ms` milliseconds after its time. The first match applies. */
const latenesses = [
  [17, hourMs],
  [13, -600_000],
] as const

async function reportFor(gatewayId: string): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    const at = Date.parse('2026-03-10T08:00:00Z') + step * 37 * minuteMs
    const unit = units[step % units.length] ?? 'hc1'
    const values = step % 10 === 3 ? (strange[((step / 10) % strange.length) | 0] ?? {}) : valuesOf(step)
    const receivedAt = new Date(at + (latenesses.find(([every]) => step % every === 0)?.[1] ?? 321)).toISOString()
    await insertTestReport(pool, gatewayId, { unit, ts: new Date(at).toISOString(), receivedAt, values })
  }
  await insertTestReport(pool, gatewayId, { unit: 'status', ts: '2026-03-11T00:00:00.123456Z', values: fault('E104') })
  await insertTestReport(pool, gatewayId, { unit: 'status', ts: '2026-03-14T23:59:59.999999Z', values: fault(null) })
}

function valuesOf(step: number): Record<string, unknown> {
  return { roomTemperature: 20 + step / 10, flowTemperature: 40.5, temperature: 50, gatewayStatus: 'WORKING' }
}

function fault(faultCode: string | null) {
  return { gatewayStatus: faultCode === null ? 'ONLINE' : 'ERROR', faultCode, heatDemand: true }
}

test('an export has the same bytes before its days are packed, while some are, after, and merged', async () => {
  const ownedAppliance = await insertOwnedAppliance(pool, String((serials += 1)), '2026-03-10T09:30:00Z')
  await reportFor(ownedAppliance.gatewayId)
  const all = async () => {
    const packages: Buffer[] = []
    for (const source of exportSources)
      packages.push((await writeTestPackage(pool, requestOf(ownedAppliance, { source }))).bytes)
    return packages
  }
  const before = await all()
  for (const now of ['2026-03-13T02:00:00Z', '2026-03-20T12:00:00Z', merged]) {
    await pack(now)
    expect((await all()).map((bytes, index) => bytes.equals(before[index] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
    ])
  }
  const { rows } = await pool.query('select from telemetry where gateway_id = $1', [ownedAppliance.gatewayId])
  expect(rows).toEqual([])
})

test.each(['2026-03-20T12:00:00Z', merged])(
  'a new owner from noon on gets nothing of a day from before noon, packed at %s',
  async (now) => {
    const ownedAppliance = await insertOwnedAppliance(pool, String((serials += 1)), noon)
    for (const ts of ['2026-03-12T11:59:59.999Z', noon, '2026-03-12T12:00:01Z'])
      await insertTestReport(pool, ownedAppliance.gatewayId, { unit: 'hc1', ts, values: { roomTemperature: 20 } })
    await insertTestReport(pool, ownedAppliance.gatewayId, { unit: 'hc1', ts: '2026-03-13T12:00:00Z', values: {} })
    await pack(now)
    const { bytes } = await writeTestPackage(pool, requestOf(ownedAppliance, { ownerSince: new Date(noon) }))
    const files = await readTestPackage(bytes)
    expect(parseCsvRecords(files, 'telemetry.csv').map(({ ts_utc }) => ts_utc)).toEqual([
      '2026-03-12T12:00:00.000Z',
      '2026-03-12T12:00:01.000Z',
    ])
    const gaps = parseCsvRecords(files, 'gaps.csv').filter(({ datapoint_id: id }) => id === 'hc1.roomTemperature')
    expect(gaps[0]).toMatchObject({ day: '2026-03-12', expected: '48', delivered: '1', missing_offline: '47' })
  },
)

test('a package says which day is damaged, and does not say that the gateway was offline then', async () => {
  const ownedAppliance = await insertOwnedAppliance(pool, String((serials += 1)), '2026-03-10T00:00:00Z')
  for (const day of ['2026-03-12', '2026-03-13'])
    await insertTestReport(pool, ownedAppliance.gatewayId, {
      unit: 'hc1',
      ts: `${day}T12:00:00Z`,
      values: { roomTemperature: 20 },
    })
  await pack('2026-03-20T12:00:00Z')
  await pool.query(`update telemetry_day set data = substr(data, 1, 30) where gateway_id = $1 and day = '2026-03-12'`, [
    ownedAppliance.gatewayId,
  ])
  const files = await readTestPackage((await writeTestPackage(pool, requestOf(ownedAppliance))).bytes)
  expect(parseCsvRecords(files, 'telemetry.csv').map(({ ts_utc }) => ts_utc)).toEqual(['2026-03-13T12:00:00.000Z'])
  expect(files.get('exclusions.json')).toContain('"what": "readings of 2026-03-12"')
  const gapOf = (day: string) =>
    parseCsvRecords(files, 'gaps.csv').find(
      (row) => row['day'] === day && row['datapoint_id'] === 'hc1.roomTemperature',
    )
  expect(gapOf('2026-03-12')).toMatchObject({ missing_offline: '0', missing_not_recorded: '96', readings: '0' })
  expect(gapOf('2026-03-13')).toMatchObject({ missing_offline: '95', delivered: '1' })
})
