import { silentLog } from '#server/log.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { confirmRegistrationHeader } from '#contract/event-bus.ts'
import type { BusListener } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { Refusal } from '#server/http/refusals.ts'
import { encodeErrorForHandler, encodeBridgeError } from './frame-encoding.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  storeStatusReport,
  sockJsPath,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database

afterAll(database.close)

const expired = { expiresAt: Date.now() - 1_000 }

test.each([
  ['no headers', { type: 'register', address: 'subscriptions' }, 401, 'unauthenticated'],
  ['no token', { type: 'register', address: 'subscriptions', headers: {} }, 401, 'unauthenticated'],
  ['a token that is none', registerMessageOf('garbage'), 401, 'unauthenticated'],
  ['an expired token', registerMessageOf(pageTokenFor('late', expired)), 401, 'unauthenticated'],
  [
    'a token of another scope',
    registerMessageOf(pageTokenFor('other', { scopes: 'gateway.list' })),
    403,
    'insufficient-scope',
  ],
])('a register with %s is refused', async (...[, message, failureCode, code]) => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.send(message)
  await vi.waitFor(() => expect(page.messages()).toEqual([JSON.parse(encodeErrorForHandler(failureCode, code))]))
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
  expect(push.eventBus.metrics.registered).toBe(0)
})

test('a refused page may retry with a valid token, but not forever', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.send(registerMessageOf('garbage'))
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  page.send(registerMessageOf(pageTokenFor('again')))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
  const stubborn = await openTestPage(push)
  for (let attempt = 0; attempt < 10; attempt++) {
    stubborn.send(registerMessageOf('garbage'))
    await vi.waitFor(() => expect(stubborn.messages()).toHaveLength(attempt + 1))
  }
  expect((await stubborn.closed).code).toBe(4401)
})

test('a second register is refused while the first one is active', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor('twice')))
  page.send(registerMessageOf(pageTokenFor('twice')))
  await vi.waitFor(() => expect(page.messages()).toEqual([JSON.parse(encodeBridgeError('address_already_registered'))]))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
})

test('unregister needs no token and has no answer, with or without a registration', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  const unregister = { type: 'unregister', address: 'subscriptions', headers: {} }
  page.send(unregister)
  page.send(registerMessageOf(pageTokenFor('leaver')))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
  page.send(unregister)
  page.send({})
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  expect(push.eventBus.metrics.registered).toBe(0)
})

test('a page renews its token by unregister and register, and continues to receive', async () => {
  const { push, person } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person, { expiresAt: push.clock.time + 60_000 })))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  page.send({ type: 'unregister', address: 'subscriptions' })
  page.send(registerMessageOf(pageTokenFor(person, { expiresAt: push.clock.time + 600_000 })))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  push.advanceClock(61_000)
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([gateway, 'ERROR']))
})

test.each([
  [sockJsPath, 'c[4401,"token_expired"]'],
  ['/websocket', encodeErrorForHandler(401, 'token_expired')],
])('a socket is closed when its token expires: %s', async (path, lastFrame) => {
  const { push, person } = await startFor()
  const page = await openTestPage(push, { path })
  const message = registerMessageOf(pageTokenFor(person, { expiresAt: push.clock.time + 60_000 }))
  if (path === '/websocket') page.socket.send(JSON.stringify(message))
  else page.send(message)
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
  push.advanceClock(59_000)
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
  push.advanceClock(1_000)
  expect(await page.closed).toEqual({ code: 4401, reason: 'token_expired' })
  expect(page.messages()).toEqual([JSON.parse(encodeErrorForHandler(401, 'token_expired'))])
  expect(page.frames.at(-1)).toBe(lastFrame)
})

test('nothing is delivered with an expired token, even before the socket is closed', async () => {
  const { push, person } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const [short, long] = [await openTestPage(push), await openTestPage(push)]
  short.send(registerMessageOf(pageTokenFor(person, { expiresAt: push.clock.time + 60_000 })))
  long.send(registerMessageOf(pageTokenFor(person)))
  await vi.waitFor(() => expect([short, long].map((page) => page.statuses().length)).toEqual([1, 1]))
  push.clock.time += 60_000
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(long.statuses()).toHaveLength(2))
  expect(short.statuses()).toHaveLength(1)
})

test('the sockets of a person are closed when the session ends, those of others stay', async () => {
  const { push, person } = await startFor()
  const [mine, other] = [await openTestPage(push), await openTestPage(push)]
  mine.send(registerMessageOf(pageTokenFor(person)))
  other.send(registerMessageOf(pageTokenFor(randomUUID())))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(2))
  const { rows } = await pool.query<{ id: string }>('select id from person where subject = $1', [person])
  await push.bus.publish(pool, [{ kind: 'session-ended', personId: rows[0]?.id ?? '', tokenDigests: [] }])
  expect(await mine.closed).toEqual({ code: 4401, reason: 'session_ended' })
  expect(mine.messages()).toEqual([JSON.parse(encodeErrorForHandler(401, 'session_ended'))])
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('a register before the terms are accepted is refused', async () => {
  const passTerms = () => Promise.reject(new Refusal('terms-not-accepted'))
  const push = await startPushProcess(database, { passTerms })
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor('newcomer')))
  await vi.waitFor(() =>
    expect(page.messages()).toEqual([JSON.parse(encodeErrorForHandler(412, 'terms-not-accepted'))]),
  )
})

test('a register while the database is down is answered unavailable', async () => {
  const push = await startPushProcess(database, { personIdOf: () => Promise.reject(new Error('away')) })
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor('patient')))
  await vi.waitFor(() => expect(page.messages()).toEqual([JSON.parse(encodeErrorForHandler(503, 'unavailable'))]))
})

async function startFor() {
  return { push: await startPushProcess(database), person: randomUUID() }
}

const confirming = { [confirmRegistrationHeader]: 'true' }
const confirmation = (subscribed: number) => ({
  type: 'rec',
  address: 'subscriptions',
  body: { resourceType: 'registration', subscribed },
})

test('a page that requested it gets a confirmation, after the snapshot and with each heartbeat', async () => {
  const { push, person } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person), confirming))
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  expect(page.messages()).toEqual([expect.objectContaining({ type: 'rec' }), confirmation(1)])
  push.advanceClock(25_000)
  await vi.waitFor(() => expect(page.messages().slice(2)).toEqual([confirmation(1)]))
})

test('a page of an owner without appliances gets a confirmation', async () => {
  const { push, person } = await startFor()
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person), confirming))
  await vi.waitFor(() => expect(page.messages()).toEqual([confirmation(0)]))
})

test('a page of a process without bus gets no confirmation until missed changes have been read', async () => {
  const { bus, lose, restore } = breakableBus()
  const push = await startPushProcess(database, { bus })
  const person = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person), confirming))
  await vi.waitFor(() => expect(page.messages().at(-1)).toEqual(confirmation(1)))

  lose()
  push.advanceClock(25_000)
  await vi.waitFor(() => expect(page.frames.at(-1)).toBe('h'))
  expect(page.messages()).toHaveLength(2)
  const other = await openTestPage(push)
  other.send(registerMessageOf(pageTokenFor(person), confirming))
  await vi.waitFor(() => expect(other.messages()).toEqual([JSON.parse(encodeErrorForHandler(503, 'unavailable'))]))

  await storeStatusReport({ pool }, gateway, 'ERROR')
  restore()
  await vi.waitFor(() => expect(page.messages()).toHaveLength(4))
  expect(page.messages()[2]).toMatchObject({ body: { resourceId: gateway, payload: { gatewayStatus: 'ERROR' } } })
  expect(page.messages()[3]).toEqual(confirmation(1))
})

/** A bus between processes that a test can disconnect and restore. */
function breakableBus() {
  const bus = createPostgresBus({ url: database.url, log: silentLog })
  const listeners: BusListener[] = []
  const subscribing = async (listener: BusListener) => {
    listeners.push(listener)
    return bus.subscribe(listener)
  }
  onTestFinished(bus.close)
  return {
    bus: { ...bus, subscribe: subscribing },
    lose: () => listeners.forEach((listener) => listener.onLost?.()),
    restore: () => listeners.forEach((listener) => listener.onResync()),
  }
}

test('a page of a process that cannot read changes gets no confirmation until it has read them', async () => {
  const query = vi.spyOn(pool, 'query')
  onTestFinished(() => query.mockRestore())
  const push = await startPushProcess(database)
  const person = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person), confirming))
  await vi.waitFor(() => expect(page.messages().at(-1)).toEqual(confirmation(1)))

  query.mockClear()
  query.mockImplementation(() => {
    throw new Error('away')
  })
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
  push.advanceClock(25_000)
  await vi.waitFor(() => expect(page.frames.at(-1)).toBe('h'))
  expect(page.messages()).toHaveLength(2)

  query.mockRestore()
  await vi.waitFor(() => expect(page.messages()).toHaveLength(4), { timeout: 5_000 })
  expect(page.messages()[2]).toMatchObject({ body: { resourceId: gateway, payload: { gatewayStatus: 'ERROR' } } })
  expect(page.messages()[3]).toEqual(confirmation(1))
})

test('a page that did not request a confirmation, or was refused, gets none', async () => {
  const { push, person } = await startFor()
  const [plain, refused] = [await openTestPage(push), await openTestPage(push)]
  plain.send(registerMessageOf(pageTokenFor(person)))
  refused.send(registerMessageOf('garbage', confirming))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
  await vi.waitFor(() => expect(refused.messages()).toHaveLength(1))
  push.advanceClock(25_000)
  await vi.waitFor(() => expect(plain.frames.at(-1)).toBe('h'))
  expect([plain.messages(), refused.messages()]).toEqual([
    [],
    [JSON.parse(encodeErrorForHandler(401, 'unauthenticated'))],
  ])
})
