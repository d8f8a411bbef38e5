import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import type { History } from '#contract/history.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { writeEventLog } from './partners/log/event-log-jobs.ts'

// Specification 27.8: a developer changes test appliances in the sandbox.

const fixture = await createPartnersFixture()
const { call, tokenOf } = fixture
const { pool } = fixture.database
afterAll(fixture.close)

const redirectUri = 'http://127.0.0.1:3000/callback'

/**
 * Creates a program, to which its developer gives access to the test boiler. `path`: the path of the boiler in the
 * partner API.
 */
async function sharedBoiler(as: string) {
  const body = {
    name: 'Warm Advice',
    contactEmail: 'developer@example.com',
    clientType: 'confidential',
    redirectUris: [redirectUri],
    acceptedTerms: '1',
    isGatekeeper: false,
  }
  const { program, clientSecret } = (await (await call(as, '/api/2/programs', { method: 'POST', body })).json()) as {
    program: PartnerProgram
    clientSecret: string
  }
  const client = { id: program.id, secret: clientSecret, redirectUri }
  const opened = await fixture.openQuestion(client)
  const [boiler] = (await fixture.question(opened, as)).appliances
  const sent = await fixture.exchange(client, opened, await fixture.settle(opened, as, [boiler?.id ?? '']))
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(
    opened.server,
    { client_id: client.id },
    sent,
  )
  const [{ id: ownId } = { id: '' }] = (
    await pool.query<{ id: string }>({
      text: `select id from partner_test_appliance where client_id = $1 and appliance_type = 'BOILER'`,
      values: [program.id],
    })
  ).rows
  const id = program.testAppliances[0]?.id ?? ''
  const own = await tokenOf(client)
  const make = async (change: object, by = own) =>
    call(by, `/partner/1/sandbox/appliances/${id}/make`, { method: 'POST', body: change })
  const read = async (path = '') => (await call(token, `/partner/1/appliances/${id}${path}`)).json() as Promise<object>
  const eventTypes = async () => {
    await writeEventLog({ pool, clock: Date })
    const page = (await (await call(token, '/partner/1/events')).json()) as { items: { type: string }[] }
    return page.items.map(({ type }) => type)
  }
  return { program, token, own, make, read, eventTypes, id: { own: ownId } }
}

test('a developer makes a fault begin and end, which the API then answers', async () => {
  const { make, read, eventTypes } = await sharedBoiler('ann')
  expect((await make({ fault: 'E104' })).status).toBe(201)
  expect(await read()).toMatchObject({ status: 'ERROR', faultCode: 'E104', severity: 'ERROR', isTest: true })
  expect(await read('/faults')).toMatchObject({ items: [{ code: 'E104', severity: 'ERROR', to: null }] })
  await make({ fault: null })
  expect(await read()).toMatchObject({ status: 'WORKING', faultCode: null, severity: null })
  expect(await read('/faults')).toMatchObject({ items: [{ code: 'E104', to: expect.any(String) }] })
  await make({ fault: 'W2', status: 'WARNING' })
  await make({ fault: 'E7' })
  expect(await read('/faults')).toMatchObject({ items: [{ code: 'E7' }, { code: 'W2', severity: 'WARNING' }, {}] })
  expect(await eventTypes()).toEqual([
    'grant.created',
    'appliance.status_changed',
    'appliance.fault_began',
    'appliance.status_changed',
    'appliance.fault_ended',
    'appliance.status_changed',
    'appliance.fault_began',
    'appliance.status_changed',
    'appliance.fault_ended',
    'appliance.fault_began',
  ])
})

test('a silent test appliance is offline and measures nothing new, until it reports again', async () => {
  const { make, read, eventTypes } = await sharedBoiler('ben')
  expect(await read('/readings')).toMatchObject({
    items: expect.arrayContaining([
      { datapoint: 'hc1.roomTemperature', unit: 'Cel', value: expect.any(Number), at: expect.any(String) },
    ]),
  })
  await make({ silence: true })
  expect(await read()).toMatchObject({ status: 'OFFLINE' })
  const silent = await read('/readings')
  expect(await read('/readings')).toEqual(silent)
  await make({ silence: false, status: 'ONLINE' })
  expect(await read()).toMatchObject({ status: 'ONLINE' })
  expect(await eventTypes()).toEqual(['grant.created', 'appliance.silent', 'appliance.reachable'])
})

test('a test appliance has a history, with the faults and the silence that its developer made', async () => {
  const { make, read, id } = await sharedBoiler('gus')
  await make({ fault: 'E104' })
  const moved = `update partner_test_fault set began_at = began_at - interval '5 hours' where appliance_id = $1`
  await pool.query({ text: moved, values: [id.own] })
  await make({ fault: null })
  await pool.query({
    text: `update partner_test_fault set ended_at = ended_at - interval '3 hours' where appliance_id = $1`,
    values: [id.own],
  })
  const from = new Date(Date.now() - 7 * dayMs).toISOString()
  const read7Days = async () => (await read(`/history?points=200&from=${from}`)) as History
  const week = await read7Days()
  const series = new Map(week.series.map(({ datapoint, points }) => [datapoint, points]))
  expect(series.get('heatCurve.flowTemperature')?.length).toBeGreaterThan(100)
  expect(series.get('heatCurve.compressorModulation')).toEqual([])
  for (const [, min, max, last] of series.get('hc1.roomTemperature') ?? []) {
    expect(min).toBeGreaterThan(15)
    expect(max).toBeLessThan(25)
    expect(last >= min && last <= max).toBe(true)
  }
  expect(week.statuses.map(({ status }) => status)).toEqual(['WORKING', 'ERROR', 'WORKING'])
  expect(week.worked.starts).toBe(1)
  expect(week.faults).toMatchObject([{ code: 'E104', severity: 'ERROR', to: expect.any(String) }])
  await make({ silence: true })
  expect((await read7Days()).statuses.at(-1)).toMatchObject({ status: 'OFFLINE' })
})

test('the history of a test appliance needs a range, and is the same each time', async () => {
  const { read } = await sharedBoiler('hal')
  const range = '/history?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'
  expect(await read(range)).toEqual(await read(range))
  expect(await read('/history?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z')).toMatchObject({
    code: 'invalid-request',
    errors: [{ path: 'to', code: 'from-after-to' }],
  })
})

test('a boiler has no compressor, and settings are left out unless shared', async () => {
  const { read } = await sharedBoiler('cat')
  const { items } = (await read('/readings')) as { items: { datapoint: string }[] }
  const named = items.map(({ datapoint }) => datapoint)
  expect(named).toContain('heatCurve.burnerModulation')
  expect(named).not.toContain('heatCurve.compressorModulation')
  expect(named).not.toContain('hc1.roomSetpoint')
})

test.each([[{}], [{ fault: '<b>' }], [{ status: 'OFFLINE' }], [{ fault: 'E1', status: 'WORKING' }], [{ heat: 1 }]])(
  'the change %j is refused',
  async (change) => {
    const { make } = await sharedBoiler('dan')
    expect([400, 422]).toContain((await make(change)).status)
  },
)

test('another client and the token of a grant change nothing', async () => {
  const [mine, other] = [await sharedBoiler('eve'), await sharedBoiler('fay')]
  expect((await mine.make({ silence: true }, other.own)).status).toBe(404)
  expect((await mine.make({ silence: true }, mine.token)).status).toBe(403)
  expect(await mine.read()).toMatchObject({ status: 'WORKING' })
  const listed = (await (await call(mine.own, '/partner/1/sandbox/appliances')).json()) as { items: { id: string }[] }
  expect(listed.items.map(({ id }) => id)).toEqual(mine.program.testAppliances.map(({ id }) => id))
})
