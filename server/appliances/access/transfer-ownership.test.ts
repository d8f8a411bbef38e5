import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { History } from '#contract/history.ts'
import { createServiceFixture, viennaAddress } from '#test/service-fixture.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { upsertCompanies } from '#server/operator/store.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { readSubscriptions } from '#server/live/push/store.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { type OwnershipTransfer, transferOwnership } from './transfer-ownership.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'

const fixture = await createServiceFixture()
const { database, bus, time, send, applianceOf, connectionOf, eventsOf, putAddress, close } = fixture
const { pool } = database
const { accessOf, myself, change, tokenOf, answer, noticesOf } = createAccessFixture(fixture)
const persons = createPersonDirectory(database)
const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'
const company = { id: companyId, name: 'Huber', email: null, phone: null, street1: 'Ring 1', street2: null }

const start = time.ms
let count = 0

/** Returns a name that no other test uses. */
const name = (of: string) => `${of}-${count}`

beforeAll(async () => {
  await upsertCompanies(pool, [
    { ...company, postalCode: '1010', city: 'Wien', country: 'AT', brands: ['cedar'], acceptsAutomatically: true },
  ])
})

beforeEach(() => {
  time.ms = start
  count += 1
})

afterAll(close)

type Changed = Partial<OwnershipTransfer> & { kept?: readonly string[] }

/** Transfers the appliance from Olga to Nora at the time of the fixture. `kept`: the people whose access continues. */
async function transfer(gatewayId: string, { kept = [], ...changed }: Changed = {}): Promise<void> {
  const [olga, nora] = [await personIdOf(name('olga')), await personIdOf(name('nora'))]
  const keptIds = await Promise.all(kept.map(async (one) => personIdOf(name(one))))
  await inTransaction(pool, async (transaction) =>
    transferOwnership(
      transaction,
      { bus, recordReceipt: createTestReceiptRecorder().record },
      {
        gatewayId,
        successorId: nora,
        keptIds,
        sharesFaultHistory: false,
        contractsEndedBy: olga,
        actorId: nora,
        now: time.ms,
        ...changed,
      },
    ),
  )
}

async function personIdOf(subject: string): Promise<string> {
  return persons.personIdOf({ issuer: testIssuer, subject })
}

async function makeCoOwner(id: string, person: string): Promise<void> {
  const { personRef } = await myself(name(person), id)
  expect((await change(name('olga'), id, { personRef, body: { role: 'CO_OWNER' } })).statusCode).toBe(200)
}

async function peopleOf(id: string): Promise<string[]> {
  const { rows } = await pool.query<{ person: string }>(
    `select p.subject || case when owner_since is not null then ' owner' when co_owner_since is not null then ' co-owner'
       else '' end as person
     from connection c join person p on p.id = c.person_id where gateway_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ person }) => person)
}

async function historyOf(as: string, id: string): Promise<History> {
  const from = new Date(start - 20 * dayMs).toISOString()
  return (await send({ as: name(as), url: `/api/2/connections/${id}/history?from=${from}` })).json<History>()
}

test('the ownership moves with the address, and the earlier owner no longer has the appliance', async () => {
  const id = await applianceOf([name('olga')])
  await putAddress(name('olga'), id, viennaAddress)
  await transfer(id)
  expect(await peopleOf(id)).toEqual([`${name('nora')} owner`])
  expect(await connectionOf(name('nora'), id)).toMatchObject({ role: 'OWNER', service: { address: viennaAddress } })
  for (const path of ['', '/access', '/history'])
    expect((await send({ as: name('olga'), url: `/api/2/connections/${id}${path}` })).statusCode).toBe(404)
})

test('the owner sees since when a company has access, a viewer only its name', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  await putAddress(name('olga'), id, viennaAddress)
  const body = { companyId, companyType: 'SUPPORT', permission: 'FULL_ACCESS' }
  await send({ as: name('olga'), method: 'POST', url: `/api/2/connections/${id}/companies`, body })
  expect((await accessOf(name('olga'), id)).companies).toEqual([
    { companyType: 'SUPPORT', name: 'Huber', since: new Date(time.ms).toISOString() },
  ])
  expect((await accessOf(name('vera'), id)).companies).toEqual([{ companyType: 'SUPPORT', name: 'Huber', since: null }])
})

test('contracts and consents end, by the earlier owner or by nobody', async () => {
  for (const [contractsEndedBy, by] of [
    [undefined, name('olga')],
    [null, 'nobody'],
  ] as const) {
    const id = await applianceOf([name('olga')])
    await putAddress(name('olga'), id, viennaAddress)
    const body = { companyId, companyType: 'SUPPORT', permission: 'FULL_ACCESS' }
    await send({ as: name('olga'), method: 'POST', url: `/api/2/connections/${id}/companies`, body })
    time.ms += 1_000
    await transfer(id, contractsEndedBy === undefined ? {} : { contractsEndedBy })
    expect((await connectionOf(name('nora'), id)).service.contracts).toEqual([])
    expect((await eventsOf(id)).at(-1)).toBe(`contract-ended by ${by}`)
    const { rows } = await pool.query('select until from service_access where gateway_id = $1', [id])
    expect(rows).toEqual([{ until: new Date(time.ms) }])
  }
})

test('the access of others ends unless it is kept, and everybody is notified, also viewers who are kept', async () => {
  const id = await applianceOf([name('olga'), name('cora'), name('vera'), name('vito')])
  await makeCoOwner(id, 'cora')
  await Promise.all(['olga', 'cora', 'vera', 'vito'].map(async (one) => noticesOf(name(one))))
  await pool.query('delete from notice')
  await transfer(id, { kept: ['cora', 'vera'] })
  expect(await peopleOf(id)).toEqual([`${name('cora')} co-owner`, `${name('nora')} owner`, name('vera')])
  const notices = await Promise.all(['olga', 'nora', 'vito', 'cora', 'vera'].map(async (one) => noticesOf(name(one))))
  expect(notices).toEqual([
    ['ownership-ended'],
    ['ownership-begun'],
    ['own-access-ended'],
    ['owner-changed'],
    ['owner-changed'],
  ])
})

test('a new owner is not notified of earlier people whose events were still waiting', async () => {
  const id = await applianceOf([name('olga'), name('cora'), name('vera')])
  await makeCoOwner(id, 'cora')
  const { personRef } = await myself(name('vera'), id)
  const until = new Date(time.ms + dayMs).toISOString()
  expect((await change(name('olga'), id, { personRef, body: { until } })).statusCode).toBe(200)
  time.ms += 2 * dayMs
  await transfer(id, { kept: ['cora'] })
  expect(await noticesOf(name('nora'))).toEqual(['ownership-begun'])
  expect(await noticesOf(name('cora'))).toEqual(['own-access-changed', 'owner-changed'])
})

test('open invitations of the earlier owner end', async () => {
  const id = await applianceOf([name('olga')])
  const token = await tokenOf(name('olga'), id)
  await transfer(id)
  expect((await answer(name('vera'), token)).statusCode).toBe(404)
  expect((await accessOf(name('nora'), id)).invitations).toEqual([])
})

test('for the successor everything begins now, also if they were a viewer, and so it does for the people who are kept', async () => {
  const id = await applianceOf([name('olga'), name('nora'), name('vera')])
  await pool.query('update connection set name = $2, added_at = $3 where gateway_id = $1', [id, 'Cellar', longAgo])
  await record(id)
  const subscribers = [await personIdOf(name('nora')), await personIdOf(name('vera'))]
  expect((await historyOf('nora', id)).faults).toHaveLength(1)
  await transfer(id, { kept: ['vera'] })
  for (const personId of subscribers)
    await pool.query(`insert into subscription values ($1, $2, '{status}')`, [personId, id])
  const since = new Date(time.ms).toISOString()
  time.ms += hourMs
  for (const as of ['nora', 'vera']) {
    const { series, statuses, faults, worked } = await historyOf(as, id)
    expect([series.flatMap(({ points }) => points), faults, worked.seconds]).toEqual([[], [], 0])
    expect(statuses).toEqual([{ status: 'OFFLINE', from: since, to: new Date(time.ms).toISOString() }])
  }
  expect((await accessOf(name('nora'), id)).people).toMatchObject([{ since }, { since }])
  expect(await connectionOf(name('nora'), id)).toMatchObject({ name: null, lastEmergencyAt: null, statusSince: null })
  const subscriptions = await readSubscriptions(pool, { personIds: subscribers, now: time.ms })
  expect(subscriptions.map(({ addedAt }) => addedAt.toISOString())).toEqual([since, since])
})

test('a packed day is cut at the moment of the transfer', async () => {
  const id = await applianceOf([name('olga')])
  await pool.query('update connection set added_at = $2, owner_since = $2 where gateway_id = $1', [id, longAgo])
  time.ms = start - 4 * dayMs
  await report(id, [time.ms - hourMs, time.ms + hourMs])
  await transfer(id)
  time.ms = start
  await packAndMergeTelemetry({ pool, clock: { now: () => time.ms }, onDamaged: () => {} })
  const { rows } = await pool.query('select from telemetry_day where gateway_id = $1', [id])
  expect(rows).toHaveLength(1)
  const { series } = await historyOf('nora', id)
  expect(series.find(({ datapoint }) => datapoint === 'hc1.roomTemperature')?.points).toHaveLength(1)
})

test('the faults of the earlier owner go along if they are shared, also to the owner after the next', async () => {
  const id = await applianceOf([name('olga')])
  await pool.query('update connection set added_at = $2, owner_since = $2 where gateway_id = $1', [id, longAgo])
  await record(id)
  await transfer(id, { sharesFaultHistory: true })
  const shared = await historyOf('nora', id)
  expect(shared.faults).toMatchObject([{ code: 'E104', severity: 'ERROR' }])
  expect([shared.statuses, shared.series.flatMap(({ points }) => points)]).toEqual([[], []])
  time.ms += dayMs
  await transfer(id, { sharesFaultHistory: true, successorId: await personIdOf(name('paul')) })
  expect((await historyOf('paul', id)).faults).toHaveLength(1)
  await transfer(id, { successorId: await personIdOf(name('rosa')) })
  expect((await historyOf('rosa', id)).faults).toEqual([])
})

test('the earlier owner keeps ready exports as files of their account, and nothing else', async () => {
  const id = await applianceOf([name('olga')])
  const olga = await personIdOf(name('olga'))
  await insertExport(id, olga, ['READY', 'NOT_READY'])
  await insertExport(id, olga, ['NOT_READY'])
  await transfer(id)
  const { rows } = await pool.query(
    `select e.gateway_id, e.person_id, e.brand, f.state from data_export e left join data_export_file f on f.export_id = e.id
     where e.person_id = $1`,
    [olga],
  )
  expect(rows).toEqual([{ gateway_id: null, person_id: olga, brand: 'cedar', state: 'READY' }])
})

test('if two people become the owner at once, one is it in the end, and an owner is not made owner again', async () => {
  const id = await applianceOf([name('olga')])
  const successors = await Promise.all(['nora', 'paul', 'rosa'].map(async (one) => personIdOf(name(one))))
  await Promise.all(successors.map(async (successorId) => transfer(id, { successorId })))
  const people = await peopleOf(id)
  expect(people).toEqual([expect.stringMatching(/ owner$/u)])
  const owner = await personIdOf(people[0]?.split(' ')[0] ?? '')
  await expect(transfer(id, { successorId: owner })).rejects.toMatchObject({ kind: 'already-added' })
})

test('an appliance whose owner has left gets a new one in the same way', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` })
  await transfer(id, { contractsEndedBy: null, actorId: null })
  expect(await peopleOf(id)).toEqual([`${name('nora')} owner`])
})

test('each change of a transfer leaves an audit record of its actor', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  await transfer(id)
  await transfer(id, { successorId: await personIdOf(name('paul')), actorId: null })
  const { rows } = await pool.query<{ act: string }>(
    `select a.actor || ' ' || a.action || ' about ' || about.subject as act
     from audit a join person about on about.id::text = a.details->>'person'
     where a.gateway_id = $1 and a.action <> 'access-given' order by a.id`,
    [id],
  )
  expect(rows.map(({ act }) => act)).toEqual([
    `person ownership-ended about ${name('olga')}`,
    `person access-removed about ${name('vera')}`,
    `person ownership-begun about ${name('nora')}`,
    `portal ownership-ended about ${name('nora')}`,
    `portal ownership-begun about ${name('paul')}`,
  ])
})

const longAgo = new Date(start - 30 * dayMs)

/** Stores a status, a fault and a report from five days before the transfer. */
async function record(id: string): Promise<void> {
  const at = start - 5 * dayMs
  await report(id, [at])
  await pool.query(`insert into status_change (gateway_id, at, status) values ($1, $2, 'WORKING')`, [id, new Date(at)])
  await pool.query(
    `insert into fault_change (gateway_id, at, code, severity)
     values ($1, $2, 'E104', 'ERROR'), ($1, $3, null, null)`,
    [id, new Date(at), new Date(at + 60_000)],
  )
  await pool.query(`insert into status_change (gateway_id, at, status) values ($1, $2, 'OFFLINE')`, [
    id,
    new Date(at + hourMs),
  ])
}

async function report(id: string, moments: readonly number[]): Promise<void> {
  // Another test that compresses telemetry may have removed the partitions of these days.
  await pool.query(`select ensure_telemetry_days('2026-02-20', '2026-03-10')`)
  for (const moment of moments)
    await pool.query(
      `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload) values ($1, 'hc1', $2, $2, 0, $3)`,
      [id, new Date(moment), { roomTemperature: 20 }],
    )
}

async function insertExport(gatewayId: string, personId: string, states: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into data_export (gateway_id, person_id, from_day, to_day, sources, language, created_at)
     values ($1, $2, '2026-02-01', '2026-02-02', '{HEATLYTICS,RST}', 'en', now()) returning id`,
    [gatewayId, personId],
  )
  for (const [index, state] of states.entries())
    await pool.query(
      `insert into data_export_file (export_id, source, name, state, bytes, rows, sha256, expires_at)
       values ($1, $2, 'file.zip', $3, 1, 1, 'a', now() + interval '1 day')`,
      [rows[0]?.id, ['HEATLYTICS', 'RST'][index], state],
    )
}
