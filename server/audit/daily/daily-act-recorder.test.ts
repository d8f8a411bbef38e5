import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { createServiceFixture } from '#test/service-fixture.ts'
import { claimBodyOf } from '#test/appliances.ts'
import { silentLog as log } from '#server/log.ts'
import { createDailyActRecorder } from './daily-act-recorder.ts'
import { createActsRecordedToday } from './acts-recorded-today.ts'

const { database, bus, time, daily, registry, applianceOf, send, close } = await createServiceFixture()
const { pool } = database
const start = Date.parse('2026-03-01T23:00:00Z')
let count = 0

beforeEach(async () => {
  time.ms = start
  await pool.query('truncate gateway, audit cascade')
})

afterAll(close)

/** Creates an appliance of an owner and a viewer, and waits until their calls have been recorded. */
async function shared() {
  count += 1
  const [owner, viewer] = [`olga-${count}`, `vera-${count}`]
  const id = await applianceOf([owner, viewer])
  await recordedOf(id)
  time.ms += 59 * minuteMs
  await pool.query(`delete from audit where action like '%-viewed'`)
  return { id, owner, viewer }
}

async function recordedOf(id: string): Promise<string[]> {
  await daily.idle()
  const { rows } = await pool.query<{ line: string }>(
    `select subject || ': ' || action as line from audit a join person p on p.id = a.person_id
     where a.gateway_id = $1 and (action like '%-viewed' or action = 'export-downloaded') order by a.at, 1`,
    [id],
  )
  return rows.map(({ line }) => line)
}

async function idOf(subject: string): Promise<string> {
  return (await pool.query<{ id: string }>('select id from person where subject = $1', [subject])).rows[0]?.id ?? ''
}

const readList = async (as: string) => send({ as, url: '/api/2/connections' })
const readHistory = async (as: string, id: string) => send({ as, url: `/api/2/connections/${id}/history` })

test('views by others than the owner are recorded once for each kind and UTC day', async () => {
  const { id, owner, viewer } = await shared()
  for (const as of [owner, viewer, viewer]) {
    expect((await readList(as)).statusCode).toBe(200)
    expect((await readHistory(as, id)).statusCode).toBe(200)
  }
  expect(await recordedOf(id)).toEqual([`${viewer}: history-viewed`, `${viewer}: values-viewed`])
  time.ms += 60_000
  await readHistory(viewer, id)
  await readHistory(viewer, id)
  expect((await recordedOf(id)).slice(2)).toEqual([`${viewer}: history-viewed`])
})

test('the second view of a day makes no statement', async () => {
  const { id, viewer } = await shared()
  const statements: string[] = []
  const counted = Object.assign(Object.create(pool) as typeof pool, {
    query: (config: { text: string }) => {
      statements.push(config.text)
      return pool.query(config)
    },
  })
  const recorder = createDailyActRecorder({
    pool: counted,
    bus,
    clock: { now: () => time.ms },
    log,
    registry: new Registry(),
  })
  const view = { kind: 'history-viewed', gatewayId: id, personId: await idOf(viewer) } as const
  recorder.record(view)
  await recorder.idle()
  expect(statements).toHaveLength(2)
  for (let again = 0; again < 1000; again++) recorder.record(view)
  await recorder.idle()
  expect(statements).toHaveLength(2)
})

test('two processes that record the same views at once make one record of each', async () => {
  const { id, viewer } = await shared()
  const dependencies = { pool, bus, clock: { now: () => time.ms }, log }
  const recorders = Array.from({ length: 4 }, () =>
    createDailyActRecorder({ ...dependencies, registry: new Registry() }),
  )
  const personId = await idOf(viewer)
  for (const { record } of recorders)
    for (const kind of ['history-viewed', 'values-viewed'] as const) record({ kind, gatewayId: id, personId })
  for (const { idle } of recorders) await idle()
  expect(await recordedOf(id)).toEqual([`${viewer}: history-viewed`, `${viewer}: values-viewed`])
})

test('if recording fails the read does not; the failure is counted, and the next view is recorded', async () => {
  const { id, viewer } = await shared()
  await pool.query('alter table audit rename column once_key to missing')
  expect((await readHistory(viewer, id)).statusCode).toBe(200)
  await daily.idle()
  await pool.query('alter table audit rename column missing to once_key')
  expect(await registry.getSingleMetricAsString('gateway_portal_activity_unrecorded_total')).toMatch(/_total 1$/mu)
  expect(await recordedOf(id)).toEqual([])
  await readHistory(viewer, id)
  expect(await recordedOf(id)).toEqual([`${viewer}: history-viewed`])
})

test('a view that could not be published is recorded, and not counted as unrecorded', async () => {
  const { id, viewer } = await shared()
  const own = new Registry()
  const publish = async () => {
    throw new Error('The bus is gone')
  }
  const recorder = createDailyActRecorder({ pool, bus: { publish }, clock: { now: () => time.ms }, log, registry: own })
  recorder.record({ kind: 'history-viewed', gatewayId: id, personId: await idOf(viewer) })
  await recorder.idle()
  expect(await recordedOf(id)).toEqual([`${viewer}: history-viewed`])
  expect(await own.getSingleMetricAsString('gateway_portal_activity_unrecorded_total')).toMatch(/_total 0$/mu)
})

test('a new owner learns of the next view, also if the person was recorded before on that day', async () => {
  const { id, owner, viewer } = await shared()
  await readHistory(viewer, id)
  expect(await recordedOf(id)).toHaveLength(1)
  await send({ as: owner, method: 'DELETE', url: `/api/2/connections/${id}` })
  const { rows } = await pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
  const body = claimBodyOf(rows[0]?.serial ?? '', { brands: ['cedar'] })
  for (const as of [`bert-${count}`, viewer]) await send({ as, method: 'POST', url: '/api/2/connections', body })
  time.ms += 1000
  await readHistory(viewer, id)
  expect(await recordedOf(id)).toEqual([`${viewer}: history-viewed`, `${viewer}: history-viewed`])
})

test('an open page of the owner follows a new view', async () => {
  const { id, owner, viewer } = await shared()
  const seqOf = async () =>
    (await pool.query<{ seq: string }>('select seq from connection where person_id = $1', [await idOf(owner)])).rows[0]
      ?.seq
  const before = Number(await seqOf())
  await readHistory(viewer, id)
  await recordedOf(id)
  expect(Number(await seqOf())).toBe(before + 1)
  await readHistory(viewer, id)
  await recordedOf(id)
  expect(Number(await seqOf())).toBe(before + 1)
})

test('what a process remembers has a limit, and ends with the UTC day', () => {
  const today = createActsRecordedToday(2)
  const view = (personId: string) => ({ kind: 'values-viewed', gatewayId: 'g', personId }) as const
  expect([today.add(view('a'), 0), today.add(view('a'), 86_399_999), today.add(view('a'), dayMs)]).toEqual([
    true,
    false,
    true,
  ])
  today.add(view('b'), dayMs)
  expect([today.add(view('c'), dayMs), today.add(view('a'), dayMs)]).toEqual([true, true])
  today.remove(view('a'))
  expect(today.add(view('a'), dayMs)).toBe(true)
})
