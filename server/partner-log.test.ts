import { afterAll, expect, test, vi } from 'vitest'
import { systemClock as clock } from './clock.ts'
import type { BusMessage } from './live/bus/bus.ts'
import { createPostgresBus } from './live/bus/postgres-bus.ts'
import { createPartnerChangeAnnouncer } from './gateway-changes/partner-change-announcer.ts'
import { silentLog } from './log.ts'
import { endLapsedGrants, wakeEventLogJobOnChanges } from './partners/log/event-log-jobs.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

// Specification 27.6: bus messages wake the job that writes the event log.

/** The kinds of the messages that the portal published. */
const published: BusMessage['kind'][] = []
const fixture = await createPartnersFixture({
  openBus: async ({ url }) => {
    const opened = createPostgresBus({ url, log: silentLog })
    return {
      ...opened,
      publish: async (transaction, messages) => {
        published.push(...messages.map(({ kind }) => kind))
        await opened.publish(transaction, messages)
      },
    }
  },
})
const { applianceOf, call, registerClient, tokenOf, tokensFor } = fixture
const { pool, url } = fixture.database
const bus = createPostgresBus({ url, log: silentLog })
const job = { wake: vi.fn() }
const waking = await wakeEventLogJobOnChanges(bus, job)
afterAll(async () => {
  waking.close()
  await bus.close()
  await fixture.close()
})

async function insertTestAppliance(clientId: string): Promise<void> {
  await pool.query({
    text: `insert into partner_test_appliance (client_id, name, appliance_type, status, since)
      values ($1, 'Boiler', 'BOILER', 'WORKING', now())`,
    values: [clientId],
  })
}

test('a change of a test appliance wakes the job', async () => {
  const client = await registerClient()
  await insertTestAppliance(client.id)
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

const del = { method: 'DELETE' }

const ends: { by: string; end(grant: { id: string; token: string }): Promise<unknown> }[] = [
  {
    by: 'its owner',
    async end({ id }) {
      const path = `/api/2/connections/${id}/access`
      const { grants } = (await (await call('anna', path)).json()) as { grants: { id: string }[] }
      return call('anna', `${path}/grants/${grants[0]?.id}`, del)
    },
  },
  {
    by: 'its client',
    async end({ token }) {
      const { items } = (await (await call(token, '/partner/1/grants')).json()) as { items: { id: string }[] }
      return call(token, `/partner/1/grants/${items[0]?.id}`, del)
    },
  },
  { by: 'the removal of the appliance', end: async ({ id }) => call('anna', `/api/2/connections/${id}`, del) },
  {
    by: 'the removal of the appliance by a co-owner',
    async end({ id }) {
      const text = `update connection set owner_since = null, co_owner_since = owner_since where gateway_id = $1`
      await pool.query({ text, values: [id] })
      return call('anna', `/api/2/connections/${id}`, del)
    },
  },
  {
    by: 'its last day',
    async end({ id }) {
      await pool.query({
        text: "update partner_grant set ends_at = now() - interval '1 second' where gateway_id = $1",
        values: [id],
      })
      const publish = async (_: unknown, messages: readonly BusMessage[]) =>
        void published.push(...messages.map(({ kind }) => kind))
      await endLapsedGrants({ pool, clock, bus: { publish }, recordReceipt: createTestReceiptRecorder().record })
    },
  },
]

const countAnnouncements = (): number => published.filter((kind) => kind === 'partner-changes').length

// The job that writes the event log receives only messages of this kind if NATS is the bus.
test.each(ends)('the start of a grant and its end by $by are announced, each once', async ({ end }) => {
  const id = await applianceOf('anna')
  published.length = 0
  const { tokens } = await tokensFor(await registerClient(), 'anna', [id])
  expect(countAnnouncements()).toBe(1)
  await end({ id, token: tokens.access_token })
  expect(countAnnouncements()).toBe(2)
})

test('the start of a grant of a test appliance and its end by its developer are announced, each once', async () => {
  const client = await registerClient('sandbox')
  await insertTestAppliance(client.id)
  published.length = 0
  const opened = await fixture.openQuestion(client)
  const { appliances } = await fixture.question(opened, 'developer')
  await fixture.settle(
    opened,
    'developer',
    appliances.map(({ id }) => id),
  )
  expect(countAnnouncements()).toBe(1)
  const grants = await pool.query<{ id: string }>('select id from partner_grant where test_appliance_id is not null')
  const path = `/api/2/programs/${client.id}/grants/${grants.rows[0]?.id}`
  expect((await call('developer', path, del)).status).toBe(204)
  expect(countAnnouncements()).toBe(2)
})

test('the removal of an appliance without grants is not announced to the job', async () => {
  const id = await applianceOf('bert')
  published.length = 0
  expect((await call('bert', `/api/2/connections/${id}`, del)).status).toBe(204)
  expect(published).toEqual(['access', 'service'])
})
