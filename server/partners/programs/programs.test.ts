import * as oauth from 'oauth4webapi'
import { afterAll, expect, test, vi } from 'vitest'
import { type PartnerProgram, maxPrograms } from '#contract/programs.ts'
import { systemClock } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endLapsedGrants, writeEventLog } from '#server/partners/log/event-log-jobs.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { createPartnersFixture, requestedApplianceDetail } from '#test/partners/partners-fixture.ts'
import { decideProgram } from './decide-program.ts'

// Specification 27.8: the programs of a developer.

const fixture = await createPartnersFixture()
const { call } = fixture
afterAll(fixture.close)

const wanted = {
  name: 'Warm Advice',
  contactEmail: 'developer@example.com',
  clientType: 'confidential',
  redirectUris: ['http://127.0.0.1:3000/callback'],
  acceptedTerms: '1',
  isGatekeeper: false,
}
const company = { name: 'Warm Advice GmbH', registerNumber: 'FN 123456 a', country: 'AT' }
const https = { redirectUris: ['https://partner.example/callback'] }

type Registered = { program: PartnerProgram; clientSecret: string | null }

async function registered(as: string, change: object = {}): Promise<Registered> {
  const answer = await call(as, '/api/2/programs', { method: 'POST', body: { ...wanted, ...change } })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Registered
}

async function listed(as: string): Promise<PartnerProgram[]> {
  return ((await (await call(as, '/api/2/programs')).json()) as { items: PartnerProgram[] }).items
}

async function problemOf(answer: Response) {
  const { code, errors } = (await answer.json()) as { code: string; errors?: object[] }
  return { status: answer.status, code, errors }
}

test('a developer registers a program, whose secret is only in that answer', async () => {
  const { program, clientSecret } = await registered('dan')
  expect(clientSecret).toMatch(/^[\w-]{43}$/u)
  expect(program).toMatchObject({ name: 'Warm Advice', clientType: 'confidential', state: 'sandbox', company: null })
  expect(await listed('dan')).toEqual([program])
  expect(JSON.stringify(await listed('dan'))).not.toContain(clientSecret)
  expect(await listed('eve')).toEqual([])
  const { rows } = await fixture.database.pool.query({
    text: 'select terms_version from partner_client where id = $1',
    values: [program.id],
  })
  expect(rows).toEqual([{ terms_version: '1' }])
})

test('the list needs as many statements for several programs as for one, and each has its own test appliances', async () => {
  const { program: first } = await registered('ina')
  const query = vi.spyOn(fixture.database.pool, 'query')
  await listed('ina')
  const statements = query.mock.calls.length
  const { program: second } = await registered('ina')
  query.mockClear()
  const programs = await listed('ina')
  expect(query).toHaveBeenCalledTimes(statements)
  query.mockRestore()
  expect(new Set(programs)).toEqual(new Set([first, second]))
  expect(first.testAppliances).not.toEqual(second.testAppliances)
})

test('each program has three test appliances, which only its developer can share', async () => {
  const { program, clientSecret } = await registered('fay')
  expect(program.testAppliances.map(({ name, type }) => [name, type])).toEqual([
    ['Test boiler', 'BOILER'],
    ['Test heat pump', 'HP'],
    ['Test hybrid', 'HYBRID'],
  ])
  const client = { id: program.id, secret: clientSecret ?? '', redirectUri: wanted.redirectUris[0] ?? '' }
  const opened = await fixture.openQuestion(client)
  expect((await fixture.question(opened, 'gil')).appliances).toEqual([])
  const { appliances } = await fixture.question(opened, 'fay')
  expect(appliances).toHaveLength(3)
  const sent = await fixture.exchange(client, opened, await fixture.settle(opened, 'fay', [appliances[0]?.id ?? '']))
  const tokens = await oauth.processAuthorizationCodeResponse(opened.server, { client_id: client.id }, sent)
  const list = (await (await call(tokens.access_token, '/partner/1/appliances')).json()) as { items: object[] }
  expect(list.items).toMatchObject([
    { id: program.testAppliances[0]?.id, isTest: true, type: 'BOILER', status: 'WORKING' },
  ])
})

test('a developer sees what they share of the test appliances, and ends it; nobody else does', async () => {
  const { program, clientSecret } = await registered('gus')
  const client = { id: program.id, secret: clientSecret ?? '', redirectUri: wanted.redirectUris[0] ?? '' }
  const opened = await fixture.openQuestion(client)
  const chosen = (await fixture.question(opened, 'gus')).appliances.slice(0, 2).map(({ id }) => id)
  const sent = await fixture.exchange(client, opened, await fixture.settle(opened, 'gus', chosen))
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(
    opened.server,
    { client_id: client.id },
    sent,
  )
  const grantsOf = async () => (await listed('gus'))[0]?.testGrants ?? []
  const { datatypes, until } = requestedApplianceDetail
  const [first, second] = await grantsOf()
  expect([first, second]).toMatchObject([
    { applianceName: 'Test boiler', datatypes, until },
    { applianceName: 'Test heat pump', datatypes, until },
  ])
  const end = async (as: string, programId: string, grantId = '') =>
    (await call(as, `/api/2/programs/${programId}/grants/${grantId}`, { method: 'DELETE' })).status
  const other = await registered('gus')
  expect(await end('hugo', program.id, first?.id)).toBe(404)
  expect(await end('gus', other.program.id, first?.id)).toBe(404)
  expect(await end('gus', program.id, first?.id)).toBe(204)
  expect(await end('gus', program.id, first?.id)).toBe(404)
  expect(fixture.auditRecords.at(-2)).toMatchObject({ action: 'endTestGrant', outcome: 'done' })
  expect((await listed('gus'))[1]?.testGrants).toEqual([second])
  const list = (await (await call(token, '/partner/1/appliances')).json()) as { items: object[] }
  expect(list.items).toMatchObject([{ id: program.testAppliances[1]?.id }])

  const { pool } = fixture.database
  await pool.query({ text: "update partner_client set state = 'suspended' where id = $1", values: [program.id] })
  expect(await end('gus', program.id, second?.id)).toBe(204)
  await pool.query({ text: "update partner_client set state = 'sandbox' where id = $1", values: [program.id] })
  expect((await call(token, '/partner/1/appliances')).status).toBe(401)
  await writeEventLog({ pool, clock: systemClock })
  const own = await fixture.tokenOf(client)
  const events = (await (await call(own, '/partner/1/events?all=true')).json()) as { items: { type: string }[] }
  expect(events.items.map(({ type }) => type)).toEqual(['grant.ended', 'grant.ended'])
})

test('a refusal ends no grant of a test appliance, and an approval restores it', async () => {
  const { program, clientSecret } = await registered('ira', https)
  const client = { id: program.id, secret: clientSecret ?? '', redirectUri: https.redirectUris[0] ?? '' }
  const opened = await fixture.openQuestion(client)
  const [boiler] = (await fixture.question(opened, 'ira')).appliances
  const sent = await fixture.exchange(client, opened, await fixture.settle(opened, 'ira', [boiler?.id ?? '']))
  const tokens = await oauth.processAuthorizationCodeResponse(opened.server, { client_id: client.id }, sent)
  await call('ira', `/api/2/programs/${program.id}/approval`, { method: 'PUT', body: company })
  const { pool } = fixture.database
  const bus = { publish: async () => {} }
  const statusAfter = async (decision: 'refuse' | 'approve') => {
    const wantedDecision = { programId: program.id, decision, reason: null, now: new Date() }
    const result = await inTransaction(pool, async (transaction) => decideProgram(transaction, bus, wantedDecision))
    expect(result).toBe('done')
    await endLapsedGrants({ pool, clock: systemClock, bus, recordReceipt: createTestReceiptRecorder().record })
    return (await call(tokens.access_token, '/partner/1/appliances')).status
  }
  expect([await statusAfter('refuse'), await statusAfter('approve')]).toEqual([401, 200])
})

test('a developer cannot end the grant of an owner', async () => {
  const { program, clientSecret } = await registered('ian', https)
  const { pool } = fixture.database
  await pool.query({ text: "update partner_client set state = 'approved' where id = $1", values: [program.id] })
  const client = { id: program.id, secret: clientSecret ?? '', redirectUri: https.redirectUris[0] ?? '' }
  const { tokens } = await fixture.tokensFor(client, 'olga', [await fixture.applianceOf('olga')])
  const { rows } = await pool.query<{ id: string }>({
    text: 'select id from partner_grant where client_id = $1',
    values: [program.id],
  })
  const path = `/api/2/programs/${program.id}/grants/${rows[0]?.id}`
  expect((await listed('ian'))[0]?.testGrants).toEqual([])
  expect((await call('ian', path, { method: 'DELETE' })).status).toBe(404)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
})

test.each([
  ['public', { redirectUris: [] }],
  ['confidential', { redirectUris: [] }],
  ['confidential', { redirectUris: undefined }],
])('a %s client that uses the device flow needs no redirect URI: %j', async (clientType, uris) => {
  const { program, clientSecret } = await registered('hal', { clientType, ...uris })
  expect(program.redirectUris).toEqual([])
  const server = await fixture.discover()
  const client = { client_id: program.id }
  const auth = clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(clientSecret)
  const asked = new URLSearchParams({ scope: 'openid' })
  const answer = await oauth.deviceAuthorizationRequest(server, client, auth, asked, fixture.options)
  expect(await oauth.processDeviceAuthorizationResponse(server, client, answer)).toMatchObject({
    user_code: expect.any(String),
  })
  const query = new URLSearchParams({
    client_id: program.id,
    redirect_uri: https.redirectUris[0] ?? '',
    response_type: 'code',
  })
  const led = await fetch(`${fixture.publicUrl}/oauth/authorize?${query}`, { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([400, null])
})

test('a public client has no secret', async () => {
  const { program, clientSecret } = await registered('hal', { clientType: 'public' })
  expect([clientSecret, program.clientType]).toEqual([null, 'public'])
  const replaced = await call('hal', `/api/2/programs/${program.id}/secret`, { method: 'POST' })
  expect(await problemOf(replaced)).toMatchObject({ status: 409, code: 'program-closed' })
})

test.each([
  [{ name: '' }, 'name', 'required'],
  [{ name: 'a'.repeat(200) }, 'name', 'max-length'],
  [{ name: '<script>alert(1)</script>' }, 'name', 'pattern'],
  [{ name: 'https://evil.example' }, 'name', 'pattern'],
  [{ name: 'Warm\u202eAdvice' }, 'name', 'pattern'],
  [{ name: 'Warm\u0000Advice' }, 'name', 'pattern'],
  [{ contactEmail: 'dev@example.com\r\nBcc: all@example.com' }, 'contactEmail', 'email'],
  [{ contactEmail: 'dev@example.com, all@example.com' }, 'contactEmail', 'email'],
  [{ redirectUris: ['http://partner.example/callback'] }, 'redirectUris.0', 'redirect-uri'],
  [{ redirectUris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) }, 'redirectUris', 'max-length'],
  [{ redirectUris: ['https://a.example/', 'https://a.example/'] }, 'redirectUris', 'repeated'],
  [{ acceptedTerms: '0' }, 'acceptedTerms', 'terms-version'],
  [{ isGatekeeper: true }, 'isGatekeeper', 'gatekeeper'],
])('a registration with %j is refused', async (change, path, code) => {
  const answer = await call('ida', '/api/2/programs', { method: 'POST', body: { ...wanted, ...change } })
  expect(await problemOf(answer)).toEqual({ status: 422, code: 'invalid-request', errors: [{ path, code }] })
})

test('a registration of 1 MB is refused', async () => {
  const body = { ...wanted, name: 'a'.repeat(1_000_000) }
  expect((await call('ida', '/api/2/programs', { method: 'POST', body })).status).toBe(413)
})

test('a person has at most 20 programs, also by simultaneous registrations', async () => {
  const sent = Array.from({ length: maxPrograms + 5 }, async () =>
    call('jon', '/api/2/programs', { method: 'POST', body: wanted }),
  )
  const answers = await Promise.all(sent)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxPrograms)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(await Promise.all(refused.map(problemOf))).toEqual(
    refused.map(() => ({ status: 409, code: 'program-limit', errors: undefined })),
  )
})

test('a new secret replaces the old one at once', async () => {
  const { program, clientSecret } = await registered('kim')
  const answer = await call('kim', `/api/2/programs/${program.id}/secret`, { method: 'POST' })
  const { clientSecret: replaced } = (await answer.json()) as { clientSecret: string }
  const server = await fixture.discover()
  const tokenBy = async (secret: string) =>
    oauth.clientCredentialsGrantRequest(
      server,
      { client_id: program.id },
      oauth.ClientSecretBasic(secret),
      new URLSearchParams(),
      fixture.options,
    )
  expect((await tokenBy(clientSecret ?? '')).status).toBe(401)
  expect((await tokenBy(replaced)).status).toBe(200)
})

test('a program asks for approval with its company, once its redirect URIs are https', async () => {
  const { program } = await registered('lea')
  const url = `/api/2/programs/${program.id}`
  const request = async (body: object = company) => call('lea', `${url}/approval`, { method: 'PUT', body })
  const loopback = [{ path: 'redirectUris', code: 'redirect-uri' }]
  expect(await problemOf(await request())).toEqual({ status: 422, code: 'invalid-request', errors: loopback })
  expect((await call('lea', url, { method: 'PATCH', body: https })).status).toBe(200)
  expect(await problemOf(await request({ ...company, name: 'Google Ireland Limited' }))).toMatchObject({
    errors: [{ path: 'name', code: 'gatekeeper' }],
  })
  expect(await (await request()).json()).toMatchObject({ state: 'requested', company, ...https })
  const back = await call('lea', url, { method: 'PATCH', body: { redirectUris: wanted.redirectUris } })
  expect(await problemOf(back)).toEqual({ status: 422, code: 'invalid-request', errors: loopback })
})

test('after the operator has refused a program, its developer can only delete it', async () => {
  const { program } = await registered('max', https)
  await fixture.database.pool.query({
    text: "update partner_client set state = 'refused' where id = $1",
    values: [program.id],
  })
  const url = `/api/2/programs/${program.id}`
  const answers = await Promise.all([
    call('max', url, { method: 'PATCH', body: https }),
    call('max', `${url}/secret`, { method: 'POST' }),
    call('max', `${url}/approval`, { method: 'PUT', body: company }),
  ])
  for (const answer of answers) expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'program-closed' })
  expect((await call('max', url, { method: 'DELETE' })).status).toBe(204)
})

test('another person neither sees nor changes a program', async () => {
  const { program } = await registered('nia', https)
  const url = `/api/2/programs/${program.id}`
  const answers = await Promise.all([
    call('ole', url, { method: 'PATCH', body: https }),
    call('ole', `${url}/secret`, { method: 'POST' }),
    call('ole', `${url}/approval`, { method: 'PUT', body: company }),
    call('ole', url, { method: 'DELETE' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await listed('nia')).toEqual([program])
})

test('with a deleted program all that people share with it ends', async () => {
  const { program, clientSecret } = await registered('pia', https)
  await fixture.database.pool.query({
    text: "update partner_client set state = 'approved' where id = $1",
    values: [program.id],
  })
  const client = { id: program.id, secret: clientSecret ?? '', redirectUri: https.redirectUris[0] ?? '' }
  const { tokens } = await fixture.tokensFor(client, 'quin', [await fixture.applianceOf('quin')])
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
  expect((await call('pia', `/api/2/programs/${program.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
})
