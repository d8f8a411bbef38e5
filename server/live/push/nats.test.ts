import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNatsMetrics } from '#server/live/bus/nats/metrics.ts'
import { createNatsBus } from '#server/live/bus/nats/nats-bus.ts'
import { type TestNats, natsServerPath, startTestNats } from '#test/live/test-nats.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog } from '#server/log.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  storeStatusReport,
  startPushProcess,
  pageTokenFor,
  subscriptionRequestFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const times = { answerMs: 1_000, defaultMs: 500, withoutNatsMs: 300, failedMs: 100, lostAfterMs: 5_000 }
const soon = { timeout: 10_000 }

afterAll(database.close)

describe.skipIf(natsServerPath === undefined)('pages of a process with a NATS bus', () => {
  let nats: TestNats

  beforeEach(async () => {
    nats = await startTestNats()
  })

  afterEach(async () => nats.close())

  async function startProcess() {
    const metrics = createNatsMetrics(new Registry())
    const servers = { servers: nats.host }
    const bus = await createNatsBus({ servers, prefix: 'portal', pool, times, log: silentLog, metrics })
    return startPushProcess(database, { bus })
  }

  async function openLive() {
    const [push, other] = [await startProcess(), await startProcess()]
    const person = randomUUID()
    const token = pageTokenFor(person)
    const gateway = await insertGatewayWithPeople(database, [person])
    const page = await openTestPage(push)
    page.send(registerMessageOf(token, { Confirm: 'true' }))
    const bodies = () => page.messages().map(({ body }) => body as Record<string, unknown>)
    const last = (type: string) => bodies().findLast(({ resourceType }) => resourceType === type)
    await vi.waitFor(() => expect(last('registration')).toMatchObject({ subscribed: 0 }), soon)
    const subscribe = async (ids: readonly string[]) => {
      expect((await other.request('POST', token, subscriptionRequestFor(ids))).status).toBe(201)
    }
    return { push, other, person, token, gateway, page, bodies, last, subscribe }
  }

  test('a page receives changes that other processes make to its subscriptions and its gateways', async () => {
    const { other, gateway, last, subscribe } = await openLive()
    await subscribe([gateway])
    await vi.waitFor(() => expect(last('gateway')).toMatchObject({ payload: { gatewayStatus: 'ONLINE' } }), soon)
    const seq = await storeStatusReport({ pool, bus: other.bus }, gateway, 'ERROR')
    await vi.waitFor(() => expect(last('gateway')).toMatchObject({ seq }), soon)
    await other.bus.publish(pool, [{ kind: 'service', gatewayId: gateway }])
    await vi.waitFor(() => expect(last('service')).toMatchObject({ resourceId: gateway, seq: 0 }), soon)
  })

  test('while NATS is down a page is live by the database, and so is a new one', async () => {
    const { push, other, person, token, gateway, last, bodies, subscribe } = await openLive()
    await nats.kill()
    await subscribe([gateway])
    await vi.waitFor(() => expect(last('gateway')).toMatchObject({ payload: { gatewayStatus: 'ONLINE' } }), soon)
    const seq = await storeStatusReport({ pool, bus: other.bus }, gateway, 'ERROR')
    await vi.waitFor(() => expect(last('gateway')).toMatchObject({ seq, payload: { severity: 'ERROR' } }), soon)
    const personId = (await pool.query<{ id: string }>('select id from person where subject = $1', [person])).rows[0]
      ?.id
    await other.bus.publish(pool, [{ kind: 'notices', personId: personId ?? '' }])
    await vi.waitFor(() => expect(last('notices')).toBeDefined(), soon)
    const earlier = bodies().length
    push.advanceClock(25_000)
    await vi.waitFor(
      () => expect(bodies().slice(earlier)).toContainEqual(expect.objectContaining({ subscribed: 1 })),
      soon,
    )
    const newcomer = await openTestPage(push)
    newcomer.send(registerMessageOf(token))
    await vi.waitFor(() => expect(newcomer.statuses()).toEqual([[gateway, 'ERROR']]), soon)
  })

  test('a session that ends while NATS is down closes its pages', async () => {
    const { push, person, other } = await openLive()
    const personId = (await pool.query<{ id: string }>('select id from person where subject = $1', [person])).rows[0]
      ?.id
    await nats.kill()
    await other.bus.publish(pool, [{ kind: 'session-ended', personId: personId ?? '', tokenDigests: [] }])
    await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(0), soon)
  })
})
