import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { ensureMonthlyTelemetryPartitions } from '#server/database/store.ts'
import { createTestDatabase } from '#test/database.ts'
import type { ReportEntry } from './apply-entries.ts'
import { createEntryStore } from './entry-store.ts'
import { registerTestGateway, silentBus } from '#test/live/test-ingest.ts'

// Each statement that changes the statuses of gateways also records the changes, for histories and notices.

const noon = Date.parse('2026-03-15T12:00:00Z')
/** The clock of the stores, which is later than all entries of the tests. */
const clock = { now: () => noon + hourMs }
const { pool, url, close } = await createTestDatabase()
afterAll(close)

await ensureMonthlyTelemetryPartitions(pool, noon, noon)
const store = createEntryStore({ db: pool, bus: silentBus, clock })
let serials = 0

beforeEach(async () => void (await pool.query('delete from gateway')))

test('a batch records a change for each gateway that changed, and for no other', async () => {
  const [burner, failing, still] = [await gateway(), await gateway(), await gateway()]
  await store([report(burner, 0, 'ONLINE'), report(failing, 0, 'ONLINE'), report(still, 0, 'ONLINE')])
  await store([report(burner, 1, 'WORKING'), report(failing, 1, 'ERROR E104'), report(still, 1, 'ONLINE')])
  await store([report(burner, 2, 'WORKING'), report(failing, 2, 'ERROR E105'), report(still, 2, 'ONLINE')])
  expect(await changesOf(burner)).toEqual({
    statuses: ['12:00 UNKNOWN', '12:00 ONLINE', '12:01 WORKING'],
    faults: [],
    forNotices: ['12:00 ONLINE'],
  })
  expect(await changesOf(failing)).toEqual({
    statuses: ['12:00 UNKNOWN', '12:00 ONLINE', '12:01 ERROR'],
    faults: ['12:01 ERROR E104', '12:02 ERROR E105'],
    forNotices: ['12:00 ONLINE', '12:01 ERROR E104', '12:02 ERROR E105'],
  })
  expect(await changesOf(still)).toEqual({
    statuses: ['12:00 UNKNOWN', '12:00 ONLINE'],
    faults: [],
    forNotices: ['12:00 ONLINE'],
  })
})

test('the end of a fault, and a code without a fault, are recorded', async () => {
  const id = await gateway()
  await store([report(id, 0, 'WARNING W201')])
  await store([report(id, 1, 'WORKING REMARK')])
  await store([report(id, 2, 'WORKING OTHER')])
  expect((await changesOf(id)).faults).toEqual(['12:00 WARNING W201', '12:01'])
})

test('a fault in the first report of a gateway is recorded, and its end', async () => {
  const id = await gateway()
  await store([report(id, 0, 'ERROR E104')])
  await store([report(id, 1, 'ONLINE')])
  expect(await changesOf(id)).toEqual({
    statuses: ['12:00 UNKNOWN', '12:00 ERROR', '12:01 ONLINE'],
    faults: ['12:00 ERROR E104', '12:01'],
    forNotices: ['12:00 ERROR E104', '12:01 ONLINE'],
  })
})

test('a change of a gateway that somebody shares is recorded for third parties, of another it is not', async () => {
  const [shared, formerly, other] = [await gateway(), await gateway(), await gateway()]
  await share(shared, null)
  await share(formerly, new Date(noon))
  for (const [minute, condition] of ['ONLINE', 'ERROR E104', 'ERROR E105', 'WORKING'].entries())
    await store([shared, formerly, other].map((id) => report(id, minute, condition)))
  await store([
    {
      kind: 'offline',
      gatewayId: shared,
      lastSeenAt: noon + 3 * minuteMs,
      receivedAt: noon + 4 * minuteMs,
      clientId: 'a',
    },
  ])
  await store([report(shared, 5, 'WORKING')])
  const { rows } = await pool.query<{ line: string }>(
    `select to_char(at at time zone 'UTC', 'HH24:MI') || ' ' || type as line from partner_change order by id`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    '12:00 appliance.status_changed',
    '12:01 appliance.status_changed',
    '12:01 appliance.fault_began',
    '12:02 appliance.fault_ended',
    '12:02 appliance.fault_began',
    '12:03 appliance.status_changed',
    '12:03 appliance.fault_ended',
    '12:04 appliance.silent',
    '12:05 appliance.reachable',
  ])
})

test('a batch announces changes only if they are for third parties', async () => {
  let announced = 0
  const entryStore = createEntryStore({
    db: pool,
    bus: silentBus,
    clock,
    onPartnerChanges: () => (announced += 1),
  })
  const [shared, other] = [await gateway(), await gateway()]
  await share(shared, null)
  await entryStore([report(other, 0, 'ONLINE')])
  expect(announced).toBe(0)
  await entryStore([report(other, 1, 'WORKING'), report(shared, 1, 'WORKING')])
  expect(announced).toBe(1)
  await entryStore([report(shared, 2, 'WORKING')])
  expect(announced).toBe(1)
})

async function share(gatewayId: string, endedAt: Date | null): Promise<void> {
  await pool.query(
    `with p as (insert into person (issuer, subject) values ('i', gen_random_uuid()::text) returning id),
       k as (insert into partner_client (name, contact_email, redirect_uris, state, terms_version, created_at)
         values ('k', 'k@example.com', '{}', 'approved', '1', $2) returning id)
     insert into partner_grant (client_id, gateway_id, person_id, authorization_id, datatypes, history_months, purpose,
       created_at, ends_at, ended_at)
     select k.id, $1, p.id, 'a', '{status,faults}', 0, 'other', $2, $2::timestamptz + interval '1 year', $3 from p, k`,
    [gatewayId, new Date(noon), endedAt],
  )
}

test('recording a change waits for no lock of the gateway’s row', async () => {
  const id = await gateway()
  await store([report(id, 0, 'ONLINE')])
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from gateway where id = $1 for update', [id])
  await store([report(id, 1, 'ERROR E104')])
  await holder.query('rollback')
  holder.release()
  expect((await changesOf(id)).statuses).toHaveLength(3)
})

test('a batch looks up its gateways by index, and reads no others', async () => {
  const [burner, failing] = [await gateway(), await gateway()]
  await pool.query(
    `with many as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       select 'many-' || n, type, appliance_type, brand, claim_digest, device_key_digest
       from gateway, generate_series(1, 5000) as n where gateway.id = $1
       returning id
     )
     insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     select id, 'ONLINE', 'ONLINE', $2, $2, 0 from many`,
    [burner, new Date(noon)],
  )
  await pool.query('analyze gateway_status')
  const { writer, plans } = await explainingWriter()
  const entryStore = createEntryStore({ db: writer, bus: silentBus, clock })
  for (let minute = 0; minute < 20; minute += 1)
    await entryStore([report(burner, minute, 'ONLINE'), report(failing, minute, minute % 2 ? 'ERROR E104' : 'ONLINE')])
  for (let minute = 20; minute < 40; minute += 1)
    await entryStore([report(burner, minute, 'ONLINE'), report(failing, minute, 'ONLINE')])
  await writer.end()
  const batches = plans.filter((plan) => plan.includes('Update on gateway_status'))
  expect(batches).toHaveLength(40)
  expect(batches.filter((plan) => plan.includes('Seq Scan on gateway_status'))).toEqual([])
})

test('the last client is stored, even if nothing else has changed, for the listener that detects its lost connection', async () => {
  const id = await gateway()
  await store([report(id, 0, 'ONLINE')])
  await store([{ ...report(id, 1, 'ONLINE'), clientId: 'b' }])
  const another = createEntryStore({ db: pool, bus: silentBus, clock })
  const earlier = { kind: 'offline', gatewayId: id, lastSeenAt: noon, receivedAt: noon + 2 * minuteMs } as const
  await another([{ ...earlier, clientId: 'b' }])
  expect((await changesOf(id)).statuses).toEqual(['12:00 UNKNOWN', '12:00 ONLINE'])
})

test('deleting a gateway deletes its changes, also a pending one', async () => {
  const [removed, other] = [await gateway(), await gateway()]
  await store([report(removed, 0, 'ERROR E104'), report(other, 0, 'ERROR E104')])
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query(`update gateway_status set status = 'OFFLINE' where gateway_id = $1`, [removed])
  await writer.query(`insert into status_change (gateway_id, at, status) values ($1, now(), 'OFFLINE')`, [removed])
  const removal = pool.query('delete from gateway where id = $1', [removed])
  await writer.query('commit')
  writer.release()
  await removal
  expect(await changesOf(removed)).toEqual({ statuses: [], faults: [], forNotices: [] })
  expect((await changesOf(other)).statuses).toHaveLength(2)
})

async function gateway(): Promise<string> {
  serials += 1
  return (await registerTestGateway(pool, String(300_000_000 + serials))).id
}

/** Opens a connection that records the query plan of each statement. */
async function explainingWriter(): Promise<{ writer: pg.Client; plans: string[] }> {
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  const plans: string[] = []
  writer.on('notice', ({ message }) => plans.push(message ?? ''))
  await writer.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice`)
  return { writer, plans }
}

/** Returns a report of the unit `status`. `condition`: the status, optionally followed by a space and a fault code. */
function report(gatewayId: string, minute: number, condition: string): ReportEntry {
  const at = noon + minute * minuteMs
  const [gatewayStatus, faultCode] = condition.split(' ')
  const values = { gatewayStatus, ...(faultCode !== undefined && { faultCode }) }
  const reading = { ts: new Date(at).toISOString(), at, values }
  return { kind: 'report', gatewayId, clientId: 'a', unit: 'status', report: reading, receivedAt: at }
}

/** The recorded changes of a gateway in order. Each is a text that begins with the time of day. */
type KeptChanges = { statuses: string[]; faults: string[]; forNotices: string[] }

async function changesOf(gatewayId: string): Promise<KeptChanges> {
  const kept = async (table: string, ...columns: string[]) => {
    const { rows } = await pool.query<{ line: string }>(
      `select concat_ws(' ', to_char(at at time zone 'UTC', 'HH24:MI'), ${columns.join(', ')}) as line
       from ${table} where gateway_id = $1 order by id`,
      [gatewayId],
    )
    return rows.map(({ line }) => line)
  }
  return {
    statuses: await kept('status_change', 'status'),
    faults: await kept('fault_change', 'severity', 'code'),
    forNotices: await kept('unjudged_change', 'status', 'fault_code'),
  }
}
