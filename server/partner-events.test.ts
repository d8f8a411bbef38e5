import { afterAll, expect, test, vi } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import type { PartnerEvent } from '#contract/partner-events.ts'
import { inTransaction } from './database/transaction.ts'
import type { GatewayCondition } from './gateway-changes/condition-change-rows.ts'
import { recordConditionChanges } from './gateway-changes/store.ts'
import { endLapsedGrants, deleteExpiredEvents, writeEventLog } from './partners/log/event-log-jobs.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { type TestPartnerClient, createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.6: third parties read the event log in pages and as server-sent events.

const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
const fixture = await createPartnersFixture({ clock })
const { applianceOf, call, registerClient, tokenOf, tokensFor } = fixture
const { pool } = fixture.database
const ending = { pool, clock, bus: { publish: async () => {} }, recordReceipt: createTestReceiptRecorder().record }
afterAll(fixture.close)

/** A time limit in ms that is long enough for a busy machine. */
const soon = { timeout: 15_000 }

const well = { status: 'WORKING', reported: 'WORKING', faultCode: null } as const
const failing = { status: 'ERROR', reported: 'ERROR', faultCode: 'E104' } as const

/** Records a change as the listener does, then runs the job that writes the event log. */
async function change(gatewayId: string, before: GatewayCondition, after: GatewayCondition): Promise<void> {
  const at = clock.now()
  await inTransaction(pool, async (transaction) =>
    recordConditionChanges(transaction, [{ gatewayId, before, after: { ...after, since: at, lastSeenAt: at } }]),
  )
  await writeEventLog({ pool, clock })
}

type Page = { items: PartnerEvent[]; next: string | null }

async function read(token: string, query = ''): Promise<Page> {
  const answer = await call(token, `/partner/1/events${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

const typesOf = ({ items }: Page): string[] => items.map(({ type }) => type)

async function shared(as: string): Promise<{ client: TestPartnerClient; id: string; token: string }> {
  const client = await registerClient()
  const id = await applianceOf(as)
  const { tokens } = await tokensFor(client, as, [id])
  await writeEventLog({ pool, clock })
  return { client, id, token: tokens.access_token }
}

test('a client reads what changed, in order, and where to read how it is now', async () => {
  const { client, id, token } = await shared('anna')
  await change(id, well, failing)
  await change(id, failing, well)
  const page = await read(token)
  expect(typesOf(page)).toEqual([
    'grant.created',
    'appliance.status_changed',
    'appliance.fault_began',
    'appliance.status_changed',
    'appliance.fault_ended',
  ])
  const [created, changed, began] = page.items
  const { applianceId, grantId } = created?.data ?? {}
  expect(applianceId).not.toBe(id)
  expect(changed?.data).toEqual({
    applianceId,
    grantId,
    href: `${fixture.publicUrl}/partner/1/appliances/${applianceId}`,
  })
  for (const event of [created, changed, began])
    expect((await call(token, new URL(event?.data.href ?? '').pathname)).status).toBe(200)
  expect(await read(await tokenOf(client), '?all=true')).toMatchObject({ items: page.items })
})

test('a reader continues after its cursor, and misses and repeats nothing', async () => {
  const { id, token } = await shared('bert')
  const first = await read(token, '?limit=1')
  expect(typesOf(first)).toEqual(['grant.created'])
  expect(await read(token, `?after=${first.next}`)).toEqual({ items: [], next: first.next })
  await change(id, well, failing)
  expect(typesOf(await read(token, `?after=${first.next}`))).toEqual([
    'appliance.status_changed',
    'appliance.fault_began',
  ])
})

test.each(['1', 'x', '', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  'the made-up cursor "%s" is refused',
  async (cursor) => {
    const { token } = await shared('carla')
    const answer = await call(token, `/partner/1/events?after=${cursor}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-request' }])
  },
)

test("another client's cursor is refused", async () => {
  const [one, other] = [await shared('dora'), await shared('emil')]
  const { next } = await read(one.token)
  expect((await call(other.token, `/partner/1/events?after=${next}`)).status).toBe(400)
})

test('a token of a grant does not read the events of other grants of the client', async () => {
  const { client, token } = await shared('frida')
  await tokensFor(client, 'gerd', [await applianceOf('gerd')])
  await writeEventLog({ pool, clock })
  expect(typesOf(await read(token))).toEqual(['grant.created'])
  expect(await refusalOf(token, '?all=true')).toMatchObject({
    status: 403,
    fix: expect.stringMatching(/leave out all/u),
  })
  const all = await tokenOf(client)
  expect(typesOf(await read(all, '?all=true'))).toEqual(['grant.created', 'grant.created'])
  expect(await refusalOf(all, '')).toMatchObject({ status: 403, fix: expect.stringMatching(/add all=true/u) })
})

async function refusalOf(token: string, query: string): Promise<unknown> {
  return (await call(token, `/partner/1/events${query}`)).json()
}

test('a kind of data that is not shared has no events', async () => {
  const { id, token } = await shared('gina')
  await pool.query({ text: `update partner_grant set datatypes = '{faults}' where gateway_id = $1`, values: [id] })
  await change(id, well, failing)
  expect(typesOf(await read(token))).toEqual(['grant.created', 'appliance.fault_began'])
})

test.each([
  ['the owner revokes it', async (id: string) => void (await call('hans', await grantPath('hans', id), del))],
  ['the appliance is removed', async (id: string) => void (await call('hans', `/api/2/connections/${id}`, del))],
  [
    'its last day is over',
    async (id: string) =>
      pool.query({ text: 'update partner_grant set ends_at = now() where gateway_id = $1', values: [id] }),
  ],
  [
    'its client is suspended and its last day is over',
    async (id: string) => {
      await setStateOf(id, 'suspended')
      await pool.query({ text: 'update partner_grant set ends_at = now() where gateway_id = $1', values: [id] })
      await endLapsedGrants(ending)
      await setStateOf(id, 'approved')
    },
  ],
  [
    'the person is erased',
    async (id: string) =>
      pool.query({
        text: 'delete from person where id in (select person_id from partner_grant where gateway_id = $1)',
        values: [id],
      }),
  ],
])('if %s, only the end of the grant is left, once', async (_, end) => {
  const { client, id } = await shared('hans')
  await change(id, well, failing)
  await end(id)
  for (let run = 0; run < 2; run += 1) {
    await endLapsedGrants(ending)
    await writeEventLog({ pool, clock })
  }
  expect(typesOf(await read(await tokenOf(client), '?all=true'))).toEqual(['grant.ended'])
})

test('during a suspension a client gets nothing, and with the approval its grant is in force again', async () => {
  const { id, token } = await shared('hilde')
  await setStateOf(id, 'suspended')
  await endLapsedGrants(ending)
  await change(id, well, failing)
  expect((await call(token, '/partner/1/events')).status).toBe(401)
  await setStateOf(id, 'approved')
  await change(id, failing, well)
  expect(typesOf(await read(token))).toEqual(['grant.created', 'appliance.status_changed', 'appliance.fault_ended'])
})

/** Sets the state of the client that reads the appliance. */
async function setStateOf(id: string, state: string): Promise<void> {
  const ofGrant = 'where id in (select client_id from partner_grant where gateway_id = $1)'
  await pool.query({ text: `update partner_client set state = $2 ${ofGrant}`, values: [id, state] })
}

const del = { method: 'DELETE' }

async function grantPath(as: string, id: string): Promise<string> {
  const answer = await call(as, `/api/2/connections/${id}/access`)
  const { grants } = (await answer.json()) as { grants: { id: string }[] }
  return `/api/2/connections/${id}/access/grants/${grants[0]?.id}`
}

test('nothing about a grant is read after its end, also if no job has run', async () => {
  const { client, id } = await shared('ida')
  const token = await tokenOf(client)
  expect(typesOf(await read(token, '?all=true'))).toEqual(['grant.created'])
  await call('ida', await grantPath('ida', id), del)
  expect(typesOf(await read(token, '?all=true'))).toEqual([])
})

test('a new consent to the same appliance ends the earlier grant and amends it', async () => {
  const { client, id } = await shared('jan')
  await tokensFor(client, 'jan', [id])
  await writeEventLog({ pool, clock })
  expect(typesOf(await read(await tokenOf(client), '?all=true'))).toEqual(['grant.ended', 'grant.amended'])
})

test('events are kept for 30 days', async () => {
  const { client, token } = await shared('karl')
  await deleteExpiredEvents({ pool, clock: { now: () => clock.now() + 29 * dayMs } })
  expect(typesOf(await read(token))).toEqual(['grant.created'])
  await deleteExpiredEvents({ pool, clock: { now: () => clock.now() + 31 * dayMs } })
  expect(typesOf(await read(await tokenOf(client), '?all=true'))).toEqual([])
})

test('two jobs that run at the same time write each event once', async () => {
  const { id, token } = await shared('lena')
  for (let round = 0; round < 5; round += 1) {
    const at = clock.now()
    const after = { ...(round % 2 === 0 ? failing : well), since: at, lastSeenAt: at }
    await inTransaction(pool, async (transaction) =>
      recordConditionChanges(transaction, [{ gatewayId: id, before: round % 2 === 0 ? well : failing, after }]),
    )
    await Promise.all([writeEventLog({ pool, clock }), writeEventLog({ pool, clock }), writeEventLog({ pool, clock })])
  }
  const { items } = await read(token)
  expect(items).toHaveLength(11)
  expect(new Set(items.map(({ id: eventId }) => eventId)).size).toBe(11)
})

/** Starts to read server-sent events in the background. */
async function follow(token: string, { path = '/partner/1/events', lastEventId = '' } = {}) {
  const answer = await fetch(`${fixture.publicUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'last-event-id': lastEventId },
  })
  const events: (PartnerEvent & { cursor: string })[] = []
  const stream = { status: answer.status, headers: answer.headers, events, isOpen: answer.ok }
  const reading = answer.ok ? readAll(answer, events) : Promise.resolve()
  void reading.catch(() => {}).finally(() => (stream.isOpen = false))
  return stream
}

async function readAll(answer: Response, events: (PartnerEvent & { cursor: string })[]): Promise<void> {
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const { cursor, data } = /^id: (?<cursor>.*)\ndata: (?<data>.*)$/u.exec(frame)?.groups ?? {}
      if (data !== undefined) events.push({ ...(JSON.parse(data) as PartnerEvent), cursor: cursor ?? '' })
    }
  }
}

test('a stream sends what was and what comes, and continues after the last event that a client received', async () => {
  const { id, token } = await shared('mia')
  const stream = await follow(token)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  await change(id, well, failing)
  await vi.waitUntil(() => stream.events.length === 3, soon)
  expect(stream.events.map(({ type }) => type)).toEqual([
    'grant.created',
    'appliance.status_changed',
    'appliance.fault_began',
  ])
  const again = await follow(token, { lastEventId: stream.events[1]?.cursor ?? '' })
  await vi.waitUntil(() => again.events.length > 0, soon)
  expect(again.events.map(({ type }) => type)).toEqual(['appliance.fault_began'])
  expect((await follow(token, { lastEventId: 'made up' })).status).toBe(400)
})

test('a stream ends with its grant, and with its token', async () => {
  const { client, id, token } = await shared('nora')
  const ofGrant = await follow(token)
  const ofClient = await follow(await tokenOf(client), { path: '/partner/1/events?all=true' })
  await vi.waitUntil(() => ofGrant.events.length === 1 && ofClient.events.length === 1, soon)
  await call('nora', await grantPath('nora', id), del)
  await change(id, well, failing)
  await vi.waitUntil(() => !ofGrant.isOpen, soon)
  await vi.waitUntil(() => ofClient.events.length === 2, soon)
  expect([ofGrant, ofClient].map(({ events }) => events.at(-1)?.type)).toEqual(['grant.created', 'grant.ended'])
  clock.ahead = 11 * minuteMs
  await vi.waitUntil(() => !ofClient.isOpen, soon)
  clock.ahead = 0
})

test('an authorization has three streams at once', async () => {
  const { token } = await shared('olaf')
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await follow(token)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
