import { afterAll, afterEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { type NoticeSettings, defaultNoticeChoices } from '#contract/notice-settings.ts'
import { maxNoticeMailsPerDay, type NoticeEvent } from '#contract/notices.ts'
import { createTestDatabase } from '#test/database.ts'
import { decideAndRecordNotices } from './decide-notices.ts'
import { deleteOldNoticeRows } from './notice-jobs.ts'
import { fixtureStartMs, createNoticeFixture } from '#test/notices/notice-fixture.ts'

const { pool, close } = await createTestDatabase({ max: 10 })
const fixture = createNoticeFixture(pool)
const { clock, dependencies, published } = fixture
const off = { portal: false, mail: false, push: false }

afterEach(async () => {
  clock.time = fixtureStartMs
  published.length = 0
  await pool.query('delete from person')
  await pool.query('delete from gateway')
  await pool.query('delete from listener_beat')
})

afterAll(close)

const pass = async (ms: number): Promise<number> => {
  clock.time += ms
  return decideAndRecordNotices(dependencies)
}

test('a fault that lasts causes one notice for everybody who has the appliance, and so does its end', async () => {
  const [owner, viewer] = [await fixture.insertPerson(), await fixture.insertPerson()]
  const gateway = await fixture.insertGateway(owner, [viewer])
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual([])
  await pass(minuteMs + 1000)
  await Promise.all([pass(1000), pass(1000), pass(1000)])
  for (const person of [owner, viewer]) expect(await fixture.noticesOf(person)).toEqual(['fault-began'])
  const { rows } = await pool.query('select event, brand, in_portal from notice where person_id = $1', [owner])
  expect(rows).toEqual([
    {
      event: { kind: 'fault-began', code: 'E104', since: '2026-03-15T12:00:00.000Z' },
      brand: 'cedar',
      in_portal: true,
    },
  ])
  expect(published).toContainEqual({ kind: 'notices', personId: viewer })
  await fixture.storeStatus(gateway, 'WORKING')
  await pass(3 * minuteMs)
  for (const person of [owner, viewer]) expect(await fixture.noticesOf(person)).toEqual(['fault-began', 'fault-ended'])
  expect(await leftOf('notice_state')).toBe(1)
  await pass(25 * hourMs)
  expect([await leftOf('notice_state'), await leftOf('unjudged_change')]).toEqual([1, 0])
})

test('an emergency goes out at once on every channel, with any settings, and after the daily limit', async () => {
  const owner = await fixture.insertPerson()
  const gateway = await fixture.insertGateway(owner)
  const mails = { ...off, mail: true }
  for (let count = 0; count <= maxNoticeMailsPerDay; count += 1) {
    await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
    await pass(3 * minuteMs)
  }
  await pool.query(
    'insert into notice_settings (person_id, choices, quiet_hours, paused_until) values ($1, $2, $3, $4)',
    [
      owner,
      { heating: off, service: off, data: off, security: { ...mails, portal: true } },
      { from: '00:00', to: '23:59', zone: 'Europe/Berlin', errorsBreakThrough: false },
      new Date(clock.time + dayMs),
    ],
  )
  const before = (await outbox(owner)).length
  await fixture.storeStatus(gateway, 'ERROR', 'G901')
  await pass(2_000)
  expect(await fixture.noticesOf(owner)).toContain('fault-began')
  const { rows } = await pool.query<{ inPortal: boolean; due: Date; createdAt: Date }>(
    `select n.in_portal as "inPortal", o.due_at as due, o.created_at as "createdAt" from notice n
     join outbox o on o.notice_id = n.id where n.is_emergency`,
  )
  expect(rows.map(({ inPortal, due, createdAt }) => [inPortal, due.getTime() - createdAt.getTime()])).toEqual([
    [true, 0],
  ])
  expect(await outbox(owner)).toHaveLength(before + 1)
  await fixture.storeStatus(gateway, 'WORKING')
  await pass(3 * minuteMs)
  expect((await fixture.noticesOf(owner)).at(-1)).toBe('fault-ended')
  expect(await outbox(owner)).toHaveLength(before + 1)
})

test('only people with the start notice get the end notice', async () => {
  const [owner, late] = [await fixture.insertPerson(), await fixture.insertPerson()]
  const gateway = await fixture.insertGateway(owner)
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(3 * minuteMs)
  await fixture.giveAccess(late, gateway)
  await fixture.storeStatus(gateway, 'WORKING')
  await pass(3 * minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual(['fault-began', 'fault-ended'])
  expect(await fixture.noticesOf(late)).toEqual([])
})

test('a new owner gets nothing from before their time: neither the start, nor the count, nor the end', async () => {
  const before = await fixture.insertPerson()
  const gateway = await fixture.insertGateway(before)
  for (let times = 0; times < 4; times += 1) {
    await fixture.storeStatus(gateway, 'ERROR', 'E104')
    await pass(minuteMs)
    if (times < 3) await fixture.storeStatus(gateway, 'WORKING')
    await pass(10 * minuteMs)
  }
  expect(await fixture.noticesOf(before)).toContain('fault-recurs')
  await pool.query('delete from connection where gateway_id = $1', [gateway])
  const [owner, viewer] = [await fixture.insertPerson(), await fixture.insertPerson()]
  await fixture.giveAccess(owner, gateway)
  const claimedAt = clock.time
  await fixture.storeStatus(gateway, 'WORKING')
  await pass(3 * minuteMs)
  for (let times = 0; times < 3; times += 1) {
    await fixture.storeStatus(gateway, 'ERROR', 'E104')
    await pass(minuteMs)
    await fixture.storeStatus(gateway, 'WORKING')
    await pass(minuteMs)
  }
  expect(await fixture.noticesOf(owner)).toEqual([])
  await fixture.giveAccess(viewer, gateway)
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(minuteMs)
  expect([await fixture.noticesOf(owner), await fixture.noticesOf(viewer)]).toEqual([['fault-recurs'], []])
  const since = new Date(claimedAt + 3 * minuteMs).toISOString()
  expect(await eventsOf(owner)).toEqual([{ kind: 'fault-recurs', code: 'E104', severity: 'ERROR', since, times: 4 }])
})

test('for a new owner, an ongoing fault began when they became the owner', async () => {
  const gateway = await fixture.insertGateway(await fixture.insertPerson())
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(minuteMs)
  const owner = await fixture.insertPerson()
  await fixture.giveAccess(owner, gateway)
  await pass(2 * minuteMs)
  expect(await eventsOf(owner)).toEqual([
    { kind: 'fault-began', code: 'E104', since: new Date(fixtureStartMs + minuteMs).toISOString() },
  ])
})

test('a notice that became due before a person got the appliance is not for them, however late it is judged', async () => {
  const gateway = await fixture.insertGateway(await fixture.insertPerson())
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  clock.time += 5 * minuteMs
  await fixture.storeStatus(gateway, 'WORKING')
  clock.time += 5 * minuteMs
  const owner = await fixture.insertPerson()
  await fixture.giveAccess(owner, gateway)
  await pass(minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual([])
})

test('starting and stopping of a burner is not a status change for notices; going offline is', async () => {
  const gateway = await fixture.insertGateway(await fixture.insertPerson())
  await fixture.storeStatus(gateway, 'ONLINE')
  await fixture.storeStatus(gateway, 'WORKING')
  expect(await leftOf('unjudged_change')).toBe(0)
  await fixture.storeStatus(gateway, 'OFFLINE')
  await fixture.storeStatus(gateway, 'WARNING', 'W201')
  await fixture.storeStatus(gateway, 'WARNING', 'W202')
  await fixture.storeStatus(gateway, 'WARNING', 'W202')
  expect(await leftOf('unjudged_change')).toBe(3)
})

test('OFFLINE causes a notice after an hour in which a listener was listening, and then one about the return', async () => {
  const owner = await fixture.insertPerson()
  const gateway = await fixture.insertGateway(owner)
  await fixture.insertListeningPeriod(fixtureStartMs - minuteMs, fixtureStartMs + 30 * minuteMs)
  await fixture.storeStatus(gateway, 'OFFLINE')
  await pass(5 * hourMs)
  expect(await fixture.noticesOf(owner)).toEqual([])
  await fixture.insertListeningPeriod(fixtureStartMs + 5 * hourMs, fixtureStartMs + 5 * hourMs + 31 * minuteMs)
  await pass(31 * minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual(['offline'])
  await fixture.storeStatus(gateway, 'WORKING')
  await pass(2000)
  expect(await fixture.noticesOf(owner)).toEqual(['offline', 'back-online'])
})

test('an outage of our own listener causes no notices about its gateways', async () => {
  const owner = await fixture.insertPerson()
  for (let count = 0; count < 20; count += 1) await fixture.storeStatus(await fixture.insertGateway(owner), 'OFFLINE')
  await fixture.insertListeningPeriod(fixtureStartMs - minuteMs, fixtureStartMs)
  await pass(600 * minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual([])
})

test('each person gets notices on the chosen channels, for all appliances or for one', async () => {
  const owner = await fixture.insertPerson()
  const [loud, quiet] = [await fixture.insertGateway(owner), await fixture.insertGateway(owner)]
  await choose(owner, { choices: { ...defaultNoticeChoices, heating: { portal: true, mail: false, push: true } } })
  await pool.query('insert into notice_choice (person_id, gateway_id, choices) values ($1, $2, $3)', [
    owner,
    quiet,
    { heating: off, service: off, data: off },
  ])
  await withBrowser(owner)
  for (const gateway of [loud, quiet]) await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(3 * minuteMs)
  const { rows } = await pool.query('select gateway_id from notice')
  expect(rows).toEqual([{ gateway_id: loud }])
  expect(await outbox(owner)).toEqual([['push', clock.time]])
  await fixture.storeStatus(quiet, 'WORKING')
  await pass(3 * minuteMs)
  expect(await fixture.noticesOf(owner)).toEqual(['fault-began'])
})

test('in quiet hours email and push wait, except for an ERROR that may break through', async () => {
  const [sleeper, worrier] = [await fixture.insertPerson(), await fixture.insertPerson()]
  const night = { from: '11:00', to: '15:00', zone: 'UTC', errorsBreakThrough: false }
  await choose(sleeper, { quietHours: night })
  await choose(worrier, { quietHours: { ...night, errorsBreakThrough: true } })
  const gateway = await fixture.insertGateway(sleeper, [worrier])
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(3 * minuteMs)
  expect(await outbox(sleeper)).toEqual([['mail', fixtureStartMs + 180 * minuteMs]])
  expect(await outbox(worrier)).toEqual([['mail', clock.time]])
  expect(await fixture.noticesOf(sleeper)).toEqual(['fault-began'])
})

test('during a pause notices only appear in the portal', async () => {
  const owner = await fixture.insertPerson()
  await choose(owner, { pausedUntil: new Date(fixtureStartMs + hourMs).toISOString() })
  const gateway = await fixture.insertGateway(owner)
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(3 * minuteMs)
  expect([await fixture.noticesOf(owner), await outbox(owner)]).toEqual([['fault-began'], []])
})

test('without configured email and push nothing waits for them', async () => {
  const owner = await fixture.insertPerson()
  await withBrowser(owner)
  await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
  clock.time += 3 * minuteMs
  await decideAndRecordNotices({ ...dependencies, channels: { mail: false, push: false } })
  expect([await fixture.noticesOf(owner), await outbox(owner)]).toEqual([['fault-began'], []])
})

test('after the daily limit one email says so, and no more are sent until the next day', async () => {
  const owner = await fixture.insertPerson()
  for (let count = 0; count < maxNoticeMailsPerDay + 5; count += 1) {
    await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
  }
  await pass(3 * minuteMs)
  expect(await outbox(owner)).toHaveLength(maxNoticeMailsPerDay + 1)
  const noticesOf = await fixture.noticesOf(owner)
  expect(noticesOf.filter((kind) => kind === 'mail-limit')).toHaveLength(1)
  expect(noticesOf.filter((kind) => kind === 'fault-began')).toHaveLength(maxNoticeMailsPerDay + 5)
  await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
  await pass(23 * hourMs)
  expect(await outbox(owner)).toHaveLength(maxNoticeMailsPerDay + 1)
  await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
  await pass(120 * minuteMs)
  expect(await outbox(owner)).toHaveLength(maxNoticeMailsPerDay + 2)
})

test('ten thousand changes of one gateway, with any codes, are judged at once and cause few notices', async () => {
  const owner = await fixture.insertPerson()
  const gateway = await fixture.insertGateway(owner)
  await pool.query(
    `insert into unjudged_change (gateway_id, at, status, reported, fault_code)
     select $1, $2::timestamptz + n * interval '10 milliseconds', 'ERROR', 'ERROR', 'E' || n % 1000
     from generate_series(1, 10000) n`,
    [gateway, new Date(fixtureStartMs)],
  )
  expect(await pass(3 * minuteMs)).toBe(1)
  expect((await fixture.noticesOf(owner)).length).toBeLessThanOrEqual(4)
  const { rows } = await pool.query<{ bytes: number }>('select pg_column_size(state) as bytes from notice_state')
  expect(rows[0]?.bytes).toBeLessThan(10_000)
})

test('removing an appliance removes its notices, and all waiting deliveries', async () => {
  const owner = await fixture.insertPerson()
  await withBrowser(owner)
  const gateway = await fixture.insertGateway(owner)
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  await pass(3 * minuteMs)
  expect(await outbox(owner)).toHaveLength(2)
  await pool.query('delete from connection where gateway_id = $1', [gateway])
  expect([await leftOf('notice'), await leftOf('outbox'), await leftOf('open_trouble')]).toEqual([0, 0, 0])
})

test('notices are stored for 12 months', async () => {
  const owner = await fixture.insertPerson()
  await fixture.storeStatus(await fixture.insertGateway(owner), 'ERROR', 'E104')
  await pass(3 * minuteMs)
  clock.time = Date.parse('2027-03-15T12:00:00Z')
  await deleteOldNoticeRows({ pool, clock })
  expect(await leftOf('notice')).toBe(1)
  clock.time += 4 * minuteMs
  await deleteOldNoticeRows({ pool, clock })
  expect(await leftOf('notice')).toBe(0)
})

async function choose(person: string, settings: Partial<NoticeSettings>): Promise<void> {
  const { choices = null, quietHours = null, pausedUntil = null } = settings
  await pool.query(
    'insert into notice_settings (person_id, choices, quiet_hours, paused_until) values ($1, $2, $3, $4)',
    [person, choices, quietHours, pausedUntil],
  )
}

async function withBrowser(person: string): Promise<void> {
  await pool.query(
    `insert into push_subscription (person_id, endpoint, p256dh, auth, created_at)
     values ($1, 'https://push.example/' || gen_random_uuid(), 'key', 'auth', now())`,
    [person],
  )
}

async function outbox(person: string): Promise<[string, number][]> {
  const { rows } = await pool.query<{ channel: string; due_at: Date }>(
    'select channel, due_at from outbox where person_id = $1 order by due_at',
    [person],
  )
  return rows.map(({ channel, due_at: dueAt }) => [channel, dueAt.getTime()])
}

async function leftOf(
  table: 'notice' | 'outbox' | 'open_trouble' | 'notice_state' | 'unjudged_change',
): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(`select count(*)::int as left from ${table}`)
  return rows[0]?.left ?? -1
}

async function eventsOf(person: string): Promise<NoticeEvent[]> {
  const { rows } = await pool.query<{ event: NoticeEvent }>(
    'select event from notice where person_id = $1 order by created_at, id',
    [person],
  )
  return rows.map(({ event }) => event)
}
