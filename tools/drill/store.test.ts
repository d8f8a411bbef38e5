import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { findWrongStatuses } from './checks.ts'
import {
  findPrimaryUrl,
  findInvalidRows,
  findMissingExports,
  findMissingReports,
  countNotices,
  insertReportsOfOldDay,
  readStoredStreets,
  countUnpackedPartitions,
} from './store.ts'

const { pool, url, close } = await createTestDatabase()
afterAll(close)

const at = Date.now()
const gatewayId = 'a1b2c3d4-0000-4000-8000-000000000001'

await pool.query(`select ensure_telemetry_partitions(current_date - 1, current_date)`)
await pool.query(
  `insert into gateway (id, serial, type, appliance_type, brand, claim_digest, device_key_digest)
   values ($1, '600000000', 'rrc1', 'BOILER', 'cedar', $2, $2)`,
  [gatewayId, Buffer.alloc(32)],
)

async function storeReport(ts: number, number: number): Promise<void> {
  await pool.query(
    `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
     values ($1, 'hc1', to_timestamp($2 / 1000.0), now(), 1, $3)`,
    [gatewayId, ts, { number }],
  )
}

test('each acknowledged report is stored exactly once', async () => {
  await storeReport(at, at)
  const stored = { serial: '600000000', at }
  expect(await findMissingReports(url, [stored])).toEqual([])
  const lost = { serial: '600000000', at: at - 1 }
  const ofNobody = { serial: '700000000', at }
  expect((await findMissingReports(url, [stored, lost, ofNobody])).toSorted()).toEqual([
    `report ${at - 1} of 600000000 was acknowledged and is read back 0 times`,
    `report ${at} of 700000000 was acknowledged and is read back 0 times`,
  ])
})

test('a report that is stored twice and a second owner are found', async () => {
  expect(await findInvalidRows(url)).toEqual([])
  await storeReport(at - 2_000, at)
  await pool.query('drop index connection_one_owner')
  await pool.query(
    `with people as (insert into person (issuer, subject) values ('i', 'one'), ('i', 'two') returning id)
     insert into connection (person_id, gateway_id, added_at, owner_since) select id, $1, now(), now() from people`,
    [gatewayId],
  )
  expect(await findInvalidRows(url)).toEqual(['1 gateways with two owners', '1 reports stored twice'])
})

test('a missing export that was accepted is found', async () => {
  const id = 'a1b2c3d4-0000-4000-8000-000000000002'
  expect(await findMissingExports(url, [id])).toEqual([`the export ${id} was taken and is not there`])
})

test('the first line of an address is read', async () => {
  await pool.query(
    `insert into address (gateway_id, street, postal_code, city, country) values ($1, '{Road 1,Back}', '1', 'X', 'GB')`,
    [gatewayId],
  )
  expect(await readStoredStreets(url, [gatewayId])).toEqual(new Map([[gatewayId, 'Road 1']]))
})

test('the primary is found, and two primaries are an error', async () => {
  const away = 'postgres://nobody@127.0.0.1:1/none'
  expect(await findPrimaryUrl([away, url])).toBe(url)
  await expect(findPrimaryUrl([away])).rejects.toThrow('No server takes writes.')
  await expect(findPrimaryUrl([url, url])).rejects.toThrow('Two servers take writes.')
})

test('an acknowledged status that is not stored is found', async () => {
  await pool.query(
    `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     values ($1, 'WORKING', 'WORKING', now(), now(), 1)`,
    [gatewayId],
  )
  const settled = new Map([[gatewayId, { status: 'WORKING' as const, code: null }]])
  expect(await findWrongStatuses(url, { settled })).toEqual([])
  const failed = new Map([[gatewayId, { status: 'ERROR' as const, code: 'D1' }]])
  expect(await findWrongStatuses(url, { settled: failed })).toHaveLength(1)
})

test('the start notices and end notices of a fault are counted', async () => {
  const fault = { gatewayId, person: 'one', code: 'D1', isOver: true }
  expect(await countNotices(url, [fault])).toEqual([{ began: 0, ended: 0 }])
  await pool.query(
    `insert into notice (person_id, gateway_id, event, brand, dedupe, in_portal, created_at)
     select person_id, gateway_id, '{"kind": "fault-began", "code": "D1"}', 'cedar', 'd', true, now()
     from connection where gateway_id = $1 limit 1`,
    [gatewayId],
  )
  expect(await countNotices(url, [fault])).toEqual([{ began: 1, ended: 0 }])
})

test('a late report and a report of a packed day are each found once', async () => {
  const [late] = await insertReportsOfOldDay(url, 45)
  if (!late) throw new Error('No report was stored')
  expect(await findMissingReports(url, [late])).toEqual([])
  const packing = { pool, clock: { now: () => Date.now() }, onDamaged: () => {} }
  expect(await countUnpackedPartitions(url)).toBe(1)
  await packAndMergeTelemetry(packing)
  expect(await countUnpackedPartitions(url)).toBe(0)
  expect(await findMissingReports(url, [late])).toEqual([])
  const between = { ...late, at: late.at + 1 }
  expect(await findMissingReports(url, [between])).toEqual([expect.stringContaining('is read back 0 times')])
  await pool.query(
    `insert into telemetry_late_report (gateway_id, unit, ts, received_at, seq, payload)
     values ($1, 'hc1', to_timestamp($2 / 1000.0), now(), 1, $3)`,
    [gatewayId, between.at, { number: between.at }],
  )
  expect(await findMissingReports(url, [between])).toEqual([])
  await pool.query(
    `insert into telemetry_month (gateway_id, day, part, days, format, report_count, data)
     select gateway_id, day, 9, days, format, report_count, data from telemetry_month`,
  )
  expect(await findMissingReports(url, [late])).toEqual([expect.stringContaining('is read back 2 times')])
})
