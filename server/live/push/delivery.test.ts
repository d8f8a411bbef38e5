import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import type { PageNotification } from '#contract/event-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import type { TestPage, PushProcess } from '#test/live/push-process.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  storeStatusReport,
  startPushProcess,
  statusMessageOf,
  subscribeAndWait,
  subscriptionRequestFor,
  pageTokenFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database

afterAll(database.close)

test('a register is answered by a snapshot of the subscribed statuses', async () => {
  const { push, person, token } = await startFor('snapshot')
  const [first, second] = [
    await insertGatewayWithPeople(database, [person], 'WARNING'),
    await insertGatewayWithPeople(database, [person], null),
  ]
  await insertGatewayWithPeople(database, [person], 'ERROR')
  await subscribeAndWait({ push, token }, [first, second])
  const page = await openRegistered(push, token)
  await vi.waitFor(() =>
    expect(new Map(page.statuses())).toEqual(
      new Map([
        [first, 'WARNING'],
        [second, 'UNKNOWN'],
      ]),
    ),
  )
})

test('a register is answered by the latest reports of the other units, unless they are old or large', async () => {
  const { push, person, token } = await startFor('readings')
  const gateway = await insertGatewayWithPeople(database, [person])
  await keepReport(gateway, { unit: 'hc1', at: push.clock.time - 2 * minuteMs, payload: { roomTemperature: 19 } })
  await keepReport(gateway, { unit: 'hc1', at: push.clock.time - minuteMs, payload: { roomTemperature: 20 } })
  await keepReport(gateway, { unit: 'dhw1', at: push.clock.time - 16 * minuteMs, payload: { temperature: 50 } })
  const noise = Array.from({ length: 2_000 }, (_, index) => String.fromCodePoint(200 + ((index * 7_919) % 20_000)))
  await keepReport(gateway, { unit: 'heatCurve', at: push.clock.time - minuteMs, payload: { note: noise.join('') } })
  await subscribeAndWait({ push, token }, [gateway], ['status', 'hc1', 'dhw1', 'heatCurve'])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  expect(page.messages().map(({ body }) => body)).toMatchObject([
    { unit: 'status' },
    { resourceId: gateway, unit: 'hc1', payload: { roomTemperature: 20 } },
  ])
})

test('the snapshot contains only units that the person subscribed to', async () => {
  const { push, person, token } = await startFor('one-unit')
  const gateway = await insertGatewayWithPeople(database, [person])
  await keepReport(gateway, { unit: 'hc1', at: push.clock.time, payload: { roomTemperature: 20 } })
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  expect(page.statuses().at(-1)).toEqual([gateway, 'ERROR'])
})

test('a notification has resource, unit, payload, timestamp and sequence number', async () => {
  const { push, person, token } = await startFor('shape')
  const gateway = await insertGatewayWithPeople(database, [person], 'ERROR')
  await pool.query(`update gateway_status set fault_code = 'E104' where gateway_id = $1`, [gateway])
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  expect(page.messages()[0]).toEqual({
    type: 'rec',
    address: 'subscriptions',
    body: {
      resourceId: gateway,
      resourceType: 'gateway',
      unit: 'status',
      payload: {
        gatewayStatus: 'ERROR',
        since: expect.stringMatching(/^\d{4}-.*Z$/u),
        faultCode: 'E104',
        severity: 'ERROR',
      },
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/u),
      seq: expect.any(Number),
    },
  })
})

test('a status has the time of its first publication, also for a page that opens later', async () => {
  const { push, person, token } = await startFor('time')
  const gateway = await insertGatewayWithPeople(database, [person])
  const publishedAt = '2098-03-01T10:00:00.123456Z'
  await database.pool.query('update gateway_status set published_at = $2, last_seen_at = now() where gateway_id = $1', [
    gateway,
    publishedAt,
  ])
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  expect(page.messages()[0]).toMatchObject({ body: { timestamp: publishedAt } })
})

test('a report of a gateway reaches all pages of all its subscribers', async () => {
  const push = await startPushProcess(database)
  const people = [randomUUID(), randomUUID()]
  const gateway = await insertGatewayWithPeople(database, people)
  const pages: TestPage[] = []
  for (const person of people) {
    await subscribeAndWait({ push, token: pageTokenFor(person) }, [gateway])
    pages.push(await openRegistered(push, pageTokenFor(person)), await openRegistered(push, pageTokenFor(person)))
  }
  await vi.waitFor(() => expect(pages.map((page) => page.statuses().length)).toEqual([1, 1, 1, 1]))
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  for (const page of pages) await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([gateway, 'ERROR']))
  expect(pages.map((page) => page.statuses().length)).toEqual([2, 2, 2, 2])
})

test("nobody ever receives another person's events", async () => {
  const { push, person, token } = await startFor('own')
  const stranger = randomUUID()
  const [mine, foreign] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [stranger]),
  ]
  await subscribeAndWait({ push, token }, [mine])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  await storeStatusReport({ pool, bus: push.bus }, foreign, 'ERROR')
  await storeStatusReport({ pool, bus: push.bus }, mine, 'WORKING')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([mine, 'WORKING']))
  expect(page.statuses().map(([id]) => id)).not.toContain(foreign)
})

test('rights are checked again at delivery: access that was lost without a message is respected', async () => {
  const { push, person, token } = await startFor('revoked')
  const [lost, kept] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person]),
  ]
  await subscribeAndWait({ push, token }, [lost, kept])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  await pool.query('delete from connection where gateway_id = $1', [lost])
  await storeStatusReport({ pool, bus: push.bus }, lost, 'ERROR')
  await storeStatusReport({ pool, bus: push.bus }, kept, 'ERROR')
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(3))
  expect(page.statuses().at(-1)).toEqual([kept, 'ERROR'])
  expect(push.eventBus.metrics.withheld).toBe(1)
})

test('an access that ends gets nothing from its moment on, also if no job ran', async () => {
  const { push, person, token } = await startFor('ending')
  const [ending, kept] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person]),
  ]
  await subscribeAndWait({ push, token }, [ending, kept])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  const endsAt = new Date(push.clock.time + 1)
  await pool.query('update connection set owner_since = null, ends_at = $2 where gateway_id = $1', [ending, endsAt])
  await storeStatusReport({ pool, bus: push.bus }, ending, 'WORKING')
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(3))
  push.clock.time += 1
  await storeStatusReport({ pool, bus: push.bus }, ending, 'ERROR')
  await storeStatusReport({ pool, bus: push.bus }, kept, 'ERROR')
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(4))
  expect(page.statuses().slice(2)).toEqual([
    [ending, 'WORKING'],
    [kept, 'ERROR'],
  ])
  expect((await push.request('POST', token, subscriptionRequestFor([ending]))).status).toBe(404)
})

test.each([
  ['older first', [900_001, 900_002]],
  ['newer first', [900_002, 900_001]],
] as const)('of two changes that arrive together, %s, pages get the newer one', async (_, seqs) => {
  const { push, person, token } = await startFor('together')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  const statuses = { 900_001: 'WARNING', 900_002: 'ERROR' }
  await push.bus.publish(
    pool,
    seqs.map((seq) => statusMessageOf(gateway, seq, statuses[seq])),
  )
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  expect(page.statuses().at(-1)).toEqual([gateway, 'ERROR'])
})

test('units without a subscription are not sent', async () => {
  const { push, person, token } = await startFor('units')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway], ['status', 'dhw1'])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  const change = {
    kind: 'gateway',
    gatewayId: gateway,
    seq: 900_000,
    ts: new Date().toISOString(),
    payload: { a: 1 },
  } as const
  await push.bus.publish(pool, [
    { ...change, unit: 'hc1' },
    { ...change, unit: 'dhw1' },
  ])
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  expect(page.messages()[1]).toMatchObject({ body: { unit: 'dhw1', payload: { a: 1 } } })
})

test('a value that is too large for the bus is read from the database', async () => {
  const { push, person, token } = await startFor('large')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway], ['status', 'heatCurve'])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  const [ts, payload] = [new Date().toISOString(), { curve: 'x'.repeat(12_000) }]
  await pool.query('select ensure_telemetry_partitions(current_date, current_date)')
  await pool.query(
    `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload) values ($1, 'heatCurve', $2, $2, 7, $3)`,
    [gateway, ts, JSON.stringify(payload)],
  )
  await push.bus.publish(pool, [{ kind: 'gateway', gatewayId: gateway, unit: 'heatCurve', seq: 7, ts, payload }])
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  expect(page.messages()[1]).toMatchObject({ body: { unit: 'heatCurve', payload, seq: 7 } })
})

test('a status with more values than the bus carries is delivered without them', async () => {
  const { push, person, token } = await startFor('wordy')
  const gateway = await insertGatewayWithPeople(database, [person], 'WARNING')
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  const payload = { gatewayStatus: 'WARNING', since: '', text: 'x'.repeat(12_000) }
  const ts = new Date().toISOString()
  await push.bus.publish(pool, [{ kind: 'gateway', gatewayId: gateway, unit: 'status', seq: 900_000, ts, payload }])
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  const brief = {
    gatewayStatus: 'WARNING',
    since: expect.stringMatching(/Z$/u),
    faultCode: null,
    severity: 'WARNING',
  }
  expect(page.messages()[1]).toMatchObject({ body: { payload: brief, seq: 900_000 } })
})

test('pages do not get values that they already have, and nothing older', async () => {
  const { push, person, token } = await startFor('again')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  const seq = await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([gateway, 'ERROR']))
  const count = page.statuses().length
  const again = {
    kind: 'gateway',
    gatewayId: gateway,
    unit: 'status',
    ts: '',
    payload: { gatewayStatus: 'ONLINE' },
  } as const
  await push.bus.publish(pool, [{ ...again, seq }])
  await push.bus.publish(pool, [{ ...again, seq: seq - 1 }])
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'WORKING')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([gateway, 'WORKING']))
  expect(page.statuses()).toHaveLength(count + 1)
})

test('a POST is followed by a snapshot for the open pages', async () => {
  const { push, person, token } = await startFor('post')
  const [first, second] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person], 'WARNING'),
  ]
  await subscribeAndWait({ push, token }, [first])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toEqual([[first, 'ONLINE']]))
  await subscribeAndWait({ push, token }, [second])
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([second, 'WARNING']))
  await storeStatusReport({ pool, bus: push.bus }, first, 'ERROR')
  await storeStatusReport({ pool, bus: push.bus }, second, 'ERROR')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([second, 'ERROR']))
  expect(page.statuses()).toHaveLength(3)
})

test('after a DELETE nothing more is sent', async () => {
  const { push, person, token } = await startFor('delete')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  expect((await push.request('DELETE', token)).status).toBe(204)
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await subscribeAndWait({ push, token }, [])
  await insertGatewayWithPeople(database, [person])
  expect(page.statuses()).toHaveLength(1)
})

test('changes during an outage of the bus are delivered afterwards, once', async () => {
  const { push, person, token } = await startFor('resync')
  const [changed, same] = [
    await insertGatewayWithPeople(database, [person]),
    await insertGatewayWithPeople(database, [person]),
  ]
  await subscribeAndWait({ push, token }, [changed, same])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gateway-portal bus' and datname = current_database()`,
  )
  await storeStatusReport({ pool, bus: push.bus }, changed, 'ERROR')
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([changed, 'ERROR']), { timeout: 10_000 })
  expect(page.statuses()).toHaveLength(3)
})

test('no change is lost between the snapshot and the first notification', async () => {
  const { push, person, token } = await startFor('race')
  const gateway = await insertGatewayWithPeople(database, [person])
  await subscribeAndWait({ push, token }, [gateway])
  for (let round = 0; round < 20; round++) {
    const [page, seq] = await Promise.all([
      openRegistered(push, token),
      storeStatusReport({ pool, bus: push.bus }, gateway, round % 2 === 0 ? 'ERROR' : 'ONLINE'),
    ])
    await vi.waitFor(() => expect(page.messages().at(-1)).toMatchObject({ body: { seq } }))
    const seqs = page.messages().map(({ body }) => (body as { seq: number }).seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other))
    page.socket.terminate()
  }
})

test('the first snapshot of a new owner contains nothing from before their time', async () => {
  const { push, person, token } = await startFor('successor')
  const gateway = await insertGatewayWithPeople(database, [person])
  const now = push.clock.now()
  await keepReport(gateway, { unit: 'hc1', at: now - 5 * minuteMs, payload: { roomTemperature: 18 } })
  await keepReport(gateway, { unit: 'dhw1', at: now - 60_000, payload: { waterTemperature: 50 } })
  const addedAt = new Date(now - 2 * minuteMs)
  await pool.query('update connection set added_at = $2 where gateway_id = $1', [gateway, addedAt])
  await pool.query(`update gateway_status set since = $2, last_seen_at = $2 where gateway_id = $1`, [
    gateway,
    new Date(now - hourMs),
  ])
  await subscribeAndWait({ push, token }, [gateway], ['status', 'hc1', 'dhw1'])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  expect(page.messages().map(({ body }) => body)).toEqual([
    expect.objectContaining({
      unit: 'status',
      payload: { gatewayStatus: 'ONLINE', since: addedAt.toISOString(), faultCode: null, severity: null },
      timestamp: addedAt.toISOString().replace('Z', '000Z'),
    }),
    expect.objectContaining({
      unit: 'dhw1',
      payload: { waterTemperature: 50 },
      timestamp: new Date(now - 60_000).toISOString().replace('Z', '000Z'),
    }),
  ])
})

test('a new owner gets no live values from before their time: neither a backlog of the gateway, nor the start of its status', async () => {
  const { push, person, token } = await startFor('kept')
  const gateway = await insertGatewayWithPeople(database, [person], 'WORKING')
  const addedAt = new Date(push.clock.now() - 60_000)
  await pool.query('update connection set added_at = $2 where gateway_id = $1', [gateway, addedAt])
  await subscribeAndWait({ push, token }, [gateway], ['status', 'hc1'])
  const page = await openRegistered(push, token)
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
  const at = (ms: number) => new Date(addedAt.getTime() + ms).toISOString().replace('Z', '000Z')
  const longAgo = new Date(addedAt.getTime() - hourMs).toISOString()
  const status = { gatewayStatus: 'ERROR', since: longAgo, faultCode: 'E104', severity: 'ERROR' }
  const change = { kind: 'gateway', gatewayId: gateway } as const
  await push.bus.publish(pool, [
    { ...change, unit: 'hc1', seq: 900_000, ts: at(-1), payload: { roomTemperature: 18 } },
    { ...change, unit: 'status', seq: 900_001, ts: at(-1), payload: { ...status, starts: 3 } },
  ])
  await vi.waitFor(() => expect(page.messages()).toHaveLength(2))
  await push.bus.publish(pool, [
    { ...change, unit: 'hc1', seq: 900_002, ts: at(0), payload: { roomTemperature: 19 } },
    { ...change, unit: 'status', seq: 900_003, ts: at(1), payload: { ...status, starts: 4 } },
  ])
  await vi.waitFor(() => expect(page.messages()).toHaveLength(4))
  const received = page.messages().map(({ body }) => body as PageNotification)
  const since = addedAt.toISOString()
  expect(received.slice(1)).toEqual([
    expect.objectContaining({ seq: 900_001, timestamp: at(0), payload: { ...status, since } }),
    expect.objectContaining({ seq: 900_003, timestamp: at(1), payload: { ...status, since, starts: 4 } }),
    expect.objectContaining({ seq: 900_002, timestamp: at(0), payload: { roomTemperature: 19 } }),
  ])
})

test('a change of access takes effect in every push process', async () => {
  const { push, person, token } = await startFor('two')
  const other = await startPushProcess(database)
  const gateway = await insertGatewayWithPeople(database, [person])
  const page = await openRegistered(other, token)
  await vi.waitFor(() => expect(other.eventBus.metrics.registered).toBe(1))
  await subscribeAndWait({ push, token }, [gateway])
  await vi.waitFor(() => expect(page.statuses()).toEqual([[gateway, 'ONLINE']]))
  await storeStatusReport({ pool, bus: push.bus }, gateway, 'ERROR')
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))
})

async function startFor(name: string) {
  const person = `${name}-${randomUUID()}`
  return { push: await startPushProcess(database), person, token: pageTokenFor(person) }
}

async function openRegistered(push: PushProcess, token: string) {
  const page = await openTestPage(push)
  page.send(registerMessageOf(token))
  return page
}

/** A report in the form in which the listener stores it. `at`: epoch milliseconds. */
type TestReport = { unit: string; at: number; payload: object }

async function keepReport(gatewayId: string, { unit, at, payload }: TestReport): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10)
  await pool.query('select ensure_telemetry_partitions($1::date, $1::date)', [day])
  await pool.query(
    `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
     values ($1, $2, $3, $3, nextval('change_seq'), $4)`,
    [gatewayId, unit, new Date(at), payload],
  )
}
