import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
  subscriptionRequestFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database

// The timeout for six rounds of a process. On a busy machine, the rounds may take longer than the default of one
// second.
const waitLong = { timeout: 20_000 }

afterAll(database.close)

test('a POST returns the new subscriptions of the person, which replace the previous ones', async () => {
  const { push, person, token } = await startFor()
  const [first, second] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person]),
  ]
  const response = await push.request('POST', token, subscriptionRequestFor([first], ['status', 'hc1']))
  expect([response.status, await response.json()]).toEqual([201, subscriptionRequestFor([first], ['status', 'hc1'])])
  await subscribeAndWait({ push, token }, [second])
  expect(await subscribedBy(person)).toEqual([{ gateway_id: second, units: ['status'] }])
})

test('a POST that names a foreign or unknown gateway is refused and changes nothing', async () => {
  const { push, person, token } = await startFor()
  const [mine, foreign] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [randomUUID()]),
  ]
  await subscribeAndWait({ push, token }, [mine])
  for (const id of [foreign, randomUUID()]) {
    const response = await push.request('POST', token, subscriptionRequestFor([mine, id]))
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }])
  }
  expect(await subscribedBy(person)).toEqual([{ gateway_id: mine, units: ['status'] }])
})

test('a gateway that is named twice gets the units of both', async () => {
  const { push, person, token } = await startFor()
  const id = await insertGatewayWithPeople(database, [person])
  const [one] = (subscriptionRequestFor([id], ['status', 'hc1']) as { subscriptions: object[] }).subscriptions
  const [other] = (subscriptionRequestFor([id.toUpperCase()], ['hc1', 'dhw1']) as { subscriptions: object[] })
    .subscriptions
  const response = await push.request('POST', token, { subscriptions: [one, other] })
  expect(await response.json()).toEqual(subscriptionRequestFor([id], ['status', 'hc1', 'dhw1']))
})

test('a DELETE removes all subscriptions of the person, and may be repeated', async () => {
  const { push, person, token } = await startFor()
  const other = randomUUID()
  const gatewayWithPeople = await insertGatewayWithPeople(database, [person, other])
  await subscribeAndWait({ push, token }, [gatewayWithPeople])
  await subscribeAndWait({ push, token: pageTokenFor(other) }, [gatewayWithPeople])
  for (let time = 0; time < 2; time++) expect((await push.request('DELETE', token)).status).toBe(204)
  expect(await subscribedBy(person)).toEqual([])
  expect(await subscribedBy(other)).toHaveLength(1)
})

test.each([
  ['an unknown field', { subscriptions: [], more: 1 }, 400],
  ['no list', {}, 400],
  ['a unit that does not exist', subscriptionRequestFor([randomUUID()], ['hc2']), 400],
  ['no unit', subscriptionRequestFor([randomUUID()], []), 422],
  [
    'another kind of resource',
    { subscriptions: [{ resourceId: randomUUID(), resourceType: 'x', aggregatedUnits: ['status'] }] },
    400,
  ],
  ['more than 500 gateways', subscriptionRequestFor(Array.from({ length: 501 }, () => randomUUID())), 422],
])('a POST with %s is refused', async (_name, body, status) => {
  const { push, token } = await startFor()
  const response = await push.request('POST', token, body)
  expect(response.status).toBe(status)
})

test('without a token or its scope no subscription is possible', async () => {
  const { push, person } = await startFor()
  expect((await push.request('POST', 'garbage', subscriptionRequestFor([]))).status).toBe(401)
  expect((await push.request('DELETE', pageTokenFor(person, { scopes: 'gateway.list' }))).status).toBe(403)
})

test('of many simultaneous POSTs of one person one wins completely', async () => {
  const { push, person, token } = await startFor()
  const gateways = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person]),
  ]
  const posts = Array.from({ length: 20 }, (_, index) =>
    push.request('POST', token, subscriptionRequestFor([gateways[index % 2] ?? ''])),
  )
  expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([201]))
  expect(await subscribedBy(person)).toHaveLength(1)
})

test('subscriptions are dropped when all pages of the person have been closed for five minutes', async () => {
  const { push, person, token } = await startFor()
  const stays = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [person, stays])
  await subscribeAndWait({ push, token }, [gateway])
  await subscribeAndWait({ push, token: pageTokenFor(stays) }, [gateway])
  passMinutes(push, 5)
  // The page is opened only now, because the server closes a page that sends nothing for 90 seconds.
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(stays, { expiresAt: push.clock.time + hourMs })))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1), waitLong)
  await beforeMinutes(4)
  push.advanceClock(60_000)
  await vi.waitFor(async () => expect(await seenSecondsAgo(stays)).toBeLessThan(60), waitLong)
  expect(await subscribedBy(person)).toHaveLength(1)
  await beforeMinutes(3)
  push.advanceClock(60_000)
  await vi.waitFor(async () => expect(await subscribedBy(person)).toEqual([]), waitLong)
  expect(await subscribedBy(stays)).toHaveLength(1)
})

test.each([
  ['fast', 10 * minuteMs],
  ['slow', -10 * minuteMs],
])('a process whose clock is %s drops nothing of the pages at other processes', async (_, wrongByMs) => {
  const { push, person, token } = await startFor()
  const wrong = await startPushProcess(database)
  const closed = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [person, closed])
  await subscribeAndWait({ push, token: pageTokenFor(closed) }, [gateway])
  await beforeMinutes(6)
  await subscribeAndWait({ push, token }, [gateway])
  wrong.advanceClock(wrongByMs)
  passMinutes(wrong, 5)
  await vi.waitFor(async () => expect(await subscribedBy(closed)).toEqual([]), waitLong)
  expect(await subscribedBy(person)).toHaveLength(1)
})

/** Advances the clock minute by minute, so that the process does the work of each minute. */
function passMinutes(push: Awaited<ReturnType<typeof startPushProcess>>, minutes: number): void {
  for (let minute = 0; minute < minutes; minute += 1) push.advanceClock(60_000)
}

/** Changes the times at which all people were last seen to `minutes` minutes earlier. */
async function beforeMinutes(minutes: number): Promise<void> {
  await pool.query('update page_presence set seen_at = seen_at - make_interval(mins => $1)', [minutes])
}

async function seenSecondsAgo(subject: string): Promise<number> {
  const { rows } = await pool.query<{ ago: number }>(
    `select extract(epoch from now() - seen_at)::float8 as ago
     from page_presence join person on person.id = person_id where subject = $1`,
    [subject],
  )
  return rows[0]?.ago ?? Infinity
}

async function subscribedBy(subject: string): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select gateway_id, units from subscription join person on person.id = person_id where subject = $1`,
    [subject],
  )
  return rows
}

async function startFor() {
  const person = randomUUID()
  return { push: await startPushProcess(database), person, token: pageTokenFor(person) }
}
