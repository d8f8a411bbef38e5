import { afterAll, expect, test, vi } from 'vitest'
import { createPostgresBus } from './live/bus/postgres-bus.ts'
import { createPartnerChangeAnnouncer } from './gateway-changes/partner-change-announcer.ts'
import { silentLog } from './log.ts'
import { wakeEventLogJobOnChanges } from './partners/log/event-log-jobs.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.6: bus messages wake the job that writes the event log.

const fixture = await createPartnersFixture()
const { call, registerClient, tokenOf } = fixture
const { pool, url } = fixture.database
const bus = createPostgresBus({ url, log: silentLog })
const job = { wake: vi.fn() }
const waking = await wakeEventLogJobOnChanges(bus, job)
afterAll(async () => {
  waking.close()
  await bus.close()
  await fixture.close()
})

test('a change of a test appliance wakes the job', async () => {
  const client = await registerClient()
  await pool.query({
    text: `insert into partner_test_appliance (client_id, name, appliance_type, status, since)
      values ($1, 'Boiler', 'BOILER', 'WORKING', now())`,
    values: [client.id],
  })
  const token = await tokenOf(client)
  const listed = await call(token, '/partner/1/sandbox/appliances')
  const { items } = (await listed.json()) as { items: { id: string }[] }
  job.wake.mockClear()
  const path = `/partner/1/sandbox/appliances/${items[0]?.id}/make`
  expect((await call(token, path, { method: 'POST', body: { fault: 'E104' } })).status).toBe(201)
  await vi.waitUntil(() => job.wake.mock.calls.length === 1)
})

test('a listener that announces changes wakes the job, and a message about something else does not', async () => {
  const announcements = createPartnerChangeAnnouncer({ pool, bus, log: silentLog })
  job.wake.mockClear()
  await bus.publish(pool, [{ kind: 'notices', personId: 'somebody' }])
  announcements.wake()
  announcements.wake()
  await vi.waitUntil(() => job.wake.mock.calls.length > 0)
  await announcements.stop()
  expect(job.wake).toHaveBeenCalledTimes(1)
})
