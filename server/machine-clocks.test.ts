import { afterAll, expect, onTestFinished, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { systemClock } from './clock.ts'
import { openDatabaseClock } from './database/database-clock.ts'
import { readRequiredRow } from './database/sql.ts'
import { createTestDatabase } from '#test/database.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { connectTestDevice, registerTestGateway, reportPayloadOf, startTestIngest } from '#test/live/test-ingest.ts'
import { markAndPublishSilentGateways } from './jobs/mark-silent-gateways.ts'
import { silentLog } from './log.ts'
import { decideAndRecordNotices } from './notices/decide-notices.ts'

// A gateway is OFFLINE after 15 minutes without a report, even if the clocks of the machines differ. Specification
// 14.1.

const { pool, close } = await createTestDatabase()
const bus = { publish: async () => {} }

afterAll(close)

async function clockOfMachine(wrongByMs: number) {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const own = { now: () => systemClock.now() + wrongByMs }
  return openDatabaseClock(pool, { log: silentLog, ending: ending.signal, own })
}

test.each([
  ['behind', -20 * minuteMs, 0],
  ['right, the jobs ahead', 0, 20 * minuteMs],
] as const)('a listener whose clock is %s does not treat a reporting gateway as silent', async (_, listener, jobs) => {
  const { id, serial } = await registerTestGateway(pool, `10000000${Math.abs(listener / minuteMs)}`)
  const ingest = await startTestIngest({ pool, clock: await clockOfMachine(listener) })
  const device = await connectTestDevice(ingest.port, serial)
  await device.publishAsync(
    `gateways/${serial}/status`,
    reportPayloadOf({ gatewayStatus: 'ONLINE' }, systemClock.now()),
    {
      qos: 1,
    },
  )
  expect(await markAndPublishSilentGateways({ pool, bus, clock: await clockOfMachine(jobs) })).toBe(0)
  const row = await readRequiredRow(pool)`select status from gateway_status where gateway_id = ${id}`
  expect(row).toEqual({ status: 'ONLINE' })
  device.end(true)
  await ingest.close()
})

test('after the clock of the database was 10 minutes fast, a new fault is notified in time', async () => {
  const { clock, dependencies, insertPerson, giveAccess, noticesOf } = createNoticeFixture(pool)
  const owner = await insertPerson()
  const { id, serial } = await registerTestGateway(pool, '1000000100')
  const addedAt = new Date(clock.time - minuteMs)
  await giveAccess(owner, id, { addedAt, ownerSince: addedAt })
  const ingest = await startTestIngest({ pool, clock })
  const device = await connectTestDevice(ingest.port, serial)
  const report = async (gatewayStatus: string, at: number) =>
    device.publishAsync(`gateways/${serial}/status`, reportPayloadOf({ gatewayStatus }, at), { qos: 1 })
  const startedAt = clock.time
  clock.time = startedAt + 10 * minuteMs
  await report('WORKING', startedAt)
  clock.time = startedAt + secondMs
  await report('ERROR', clock.time)
  clock.time += dependencies.noticeTimes.errorMs + 2 * secondMs
  await decideAndRecordNotices(dependencies)
  expect(await noticesOf(owner)).toEqual(['fault-began'])
  device.end(true)
  await ingest.close()
})

test.each([
  ['a fault', 'E104', 2 * minuteMs],
  ['an emergency', 'G901', 0],
])('%s that was reported while the clock was 10 minutes fast is notified in time', async (_, faultCode, dueMs) => {
  const { clock, dependencies, insertPerson, giveAccess, noticesOf } = createNoticeFixture(pool)
  const owner = await insertPerson()
  const { id, serial } = await registerTestGateway(pool, `10000002${faultCode.slice(1)}`)
  const addedAt = new Date(clock.time - minuteMs)
  await giveAccess(owner, id, { addedAt, ownerSince: addedAt })
  const ingest = await startTestIngest({ pool, clock })
  const device = await connectTestDevice(ingest.port, serial)
  clock.time += 10 * minuteMs
  const report = reportPayloadOf({ gatewayStatus: 'ERROR', faultCode }, clock.time)
  await device.publishAsync(`gateways/${serial}/status`, report, { qos: 1 })
  clock.time -= 10 * minuteMs
  await decideAndRecordNotices(dependencies)
  expect(await noticesOf(owner)).toEqual([])
  clock.time += dueMs + 2 * secondMs
  await decideAndRecordNotices(dependencies)
  expect(await noticesOf(owner)).toEqual(['fault-began'])
  device.end(true)
  await ingest.close()
})
