import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import {
  insertGatewayWithPeople,
  storeStatusReport,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'

/** The API that both client libraries have in common, according to their read-me files. */
type Client = {
  registerHandler(address: string, headers: object, callback: Callback): void
  unregisterHandler(address: string, headers: object, callback: Callback): void
  publish(address: string, body: unknown): void
  send(address: string, body: unknown, headers: object, callback: Callback): void
  enableReconnect(enable: boolean): void
  close(): void
}
type Callback = (error: Failure | null, message?: { body: Body }) => void
type Failure = { failureCode: number; failureType: string; message: string }
type Body = { resourceId: string; payload: { gatewayStatus: string } }
type ClientClass = new (url: string, options?: object) => Client

const require = createRequire(import.meta.url)
const database = await createTestDatabase({ max: 10 })
const { pool } = database
const open: Client[] = []

afterEach(() => {
  for (const client of open.splice(0)) client.close()
})
afterAll(database.close)

const clients = ['@vertx/eventbus-bridge-client.js', 'vertx3-eventbus-client']

test.each(clients)('%s registers, gets the snapshot and then each change', async (name) => {
  const { push, person, token } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  const { client, handler, received } = await connect(name, push.eventBusUrl)
  client.registerHandler('subscriptions', authorization(token), handler)
  await vi.waitFor(() => expect(received).toEqual([[gateway, 'ONLINE']]))
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() =>
    expect(received).toEqual([
      [gateway, 'ONLINE'],
      [gateway, 'ERROR'],
    ]),
  )
})

test.each(clients)('%s gets an error for an invalid token', async (name) => {
  const { push } = await startFor()
  const { client, handler, failures } = await connect(name, push.eventBusUrl)
  client.registerHandler('subscriptions', {}, handler)
  const failure = { failureCode: 401, failureType: 'RECIPIENT_FAILURE', message: 'unauthenticated' }
  await vi.waitFor(() => expect(failures).toEqual([failure]))
})

test.each(clients)('%s may neither publish, send, nor register anywhere else', async (name) => {
  const { push, token } = await startFor()
  const { client, handler, errors } = await connect(name, push.eventBusUrl)
  client.publish('subscriptions', {})
  client.send('subscriptions', {}, {}, handler)
  client.registerHandler('other', authorization(token), handler)
  await vi.waitFor(() => expect(errors).toHaveLength(3))
  for (const error of errors) expect(error).toEqual({ type: 'err', body: 'access_denied' })
})

test.each(clients)('%s gets the expiry of its token, is closed and reconnects with a new one', async (name) => {
  const { push, person } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
  const quick = { vertxbus_reconnect_delay_min: 10, vertxbus_reconnect_delay_max: 20 }
  const { client, handler, received, failures, closes } = await connect(name, push.eventBusUrl, quick)
  client.enableReconnect(true)
  client.registerHandler(
    'subscriptions',
    authorization(pageTokenFor(person, { expiresAt: push.clock.time + 60_000 })),
    handler,
  )
  const onopen = (): void => client.registerHandler('subscriptions', authorization(pageTokenFor(person)), handler)
  Object.assign(client, { onopen })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  push.advanceClock(60_000)
  await vi.waitFor(() => expect(failures).toMatchObject([{ failureCode: 401, message: 'token_expired' }]))
  await vi.waitFor(() => expect(closes).toMatchObject([{ code: 4401, reason: 'token_expired' }]))
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 5_000 })
})

test.each(clients)('%s renews its token by unregistering and registering', async (name) => {
  const { push, person, token } = await startFor()
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  const { client, handler, received, errors } = await connect(name, push.eventBusUrl)
  client.registerHandler('subscriptions', authorization(token), handler)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  client.unregisterHandler('subscriptions', {}, handler)
  client.registerHandler('subscriptions', authorization(token), handler)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(received.at(-1)).toEqual([gateway, 'ERROR']))
  expect(errors).toEqual([])
})

test.each(clients)('%s fails at once if only other transports are allowed', async (name) => {
  const { push } = await startFor()
  const client = create(name, push.eventBusUrl, { transports: ['xhr-streaming', 'eventsource', 'xhr-polling'] })
  const code = await new Promise<number>((resolve) => {
    Object.assign(client, { onclose: (event: { code: number }) => resolve(event.code) })
  })
  expect(code).toBe(2000)
})

function create(name: string, url: string, options: object = {}): Client {
  const EventBus = require(name) as ClientClass
  const client = new EventBus(url, options)
  open.push(client)
  return client
}

async function connect(name: string, url: string, options: object = {}) {
  const client = create(name, url, options)
  const seen = {
    received: [] as [string, string][],
    failures: [] as Failure[],
    errors: [] as unknown[],
    closes: [] as object[],
  }
  await new Promise<void>((resolve) => {
    Object.assign(client, {
      onopen: resolve,
      onerror: (error: unknown) => void seen.errors.push(error),
      onclose: ({ code, reason }: { code: number; reason: string }) => void seen.closes.push({ code, reason }),
    })
  })
  const handler: Callback = (failure, message) => {
    if (failure) seen.failures.push(failure)
    if (message) seen.received.push([message.body.resourceId, message.body.payload.gatewayStatus])
  }
  return { client, handler, ...seen }
}

function authorization(token: string): object {
  return { Authorization: `Bearer ${token}` }
}

async function startFor() {
  const person = randomUUID()
  return { push: await startPushProcess(database), person, token: pageTokenFor(person) }
}
