import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import { partnersFixture, wantedDetail } from './test-partners.ts'

// Specification 27: third parties by a person's consent, with a client that other people wrote.

const fixture = await partnersFixture()
const { applianceOf, call, registerClient, openQuestion, question, settle, exchange, tokensFor, begin } = fixture
afterAll(fixture.close)

test('a client signs in by the standards and reads what the person shares, and nothing else', async () => {
  const client = await registerClient()
  const [shared, other] = [await applianceOf('anna'), await applianceOf('anna')]
  const opened = await openQuestion(client)
  expect(await question(opened, 'anna')).toMatchObject({
    client: { name: 'Warm Advice', isSandbox: false },
    datatypes: wantedDetail.datatypes,
    historyMonths: 12,
    appliances: [
      { id: other, isShared: false },
      { id: shared, isShared: false },
    ],
  })
  const sent = await exchange(client, opened, await settle(opened, 'anna', [shared]))
  const tokens = await oauth.processAuthorizationCodeResponse(opened.server, { client_id: client.id }, sent)
  const list = await call(tokens.access_token, '/partner/1/appliances')
  const { items } = (await list.json()) as { items: { id: string; status: string }[] }
  expect(items).toMatchObject([{ status: 'UNKNOWN', type: expect.any(String) }])
  expect([shared, other]).not.toContain(items[0]?.id)
  const read = async (path: string) => (await call(tokens.access_token, `/partner/1/appliances/${path}`)).status
  expect(
    await Promise.all(['', '/readings', '/history', '/faults'].map((end) => read(`${items[0]?.id}${end}`))),
  ).toEqual([200, 200, 200, 200])
  expect([await read(shared), await read(other)]).toEqual([404, 404])
})

test('an appliance has another id for each client', async () => {
  const id = await applianceOf('bert')
  const idOf = async () => {
    const { tokens } = await tokensFor(await registerClient(), 'bert', [id])
    const list = (await (await call(tokens.access_token, '/partner/1/appliances')).json()) as {
      items: { id: string }[]
    }
    return list.items[0]?.id
  }
  expect(await idOf()).not.toBe(await idOf())
})

test('a person who shares nothing is led back to the client with the error access_denied', async () => {
  const client = await registerClient()
  await applianceOf('carla')
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'carla', [])
  expect(callback.searchParams.get('error')).toBe('access_denied')
})

test('only the browser that began a question can read and answer it', async () => {
  const client = await registerClient()
  const id = await applianceOf('dora')
  const { requestId } = await openQuestion(client)
  const body = { accept: true, connectionIds: [id] }
  const path = `/api/2/sharing/${requestId}`
  expect((await call('dora', path)).status).toBe(404)
  expect((await call('dora', path, { method: 'POST', body })).status).toBe(404)
})

test('nobody can share an appliance of somebody else, or as a viewer', async () => {
  const client = await registerClient()
  const id = await applianceOf('emil', 'vera')
  for (const as of ['frida', 'vera']) {
    const opened = await openQuestion(client)
    expect((await question(opened, as)).appliances).toEqual([])
    const body = { accept: true, connectionIds: [id] }
    const cookie = opened.own.cookie()
    expect((await call(as, `/api/2/sharing/${opened.requestId}`, { method: 'POST', body, cookie })).status).toBe(403)
  }
})

test('a question that is over, or of another browser, leads a person to the page that says so', async () => {
  const answer = await fetch(`${fixture.publicUrl}/oauth/interaction/unknown`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share/ended'])
})

test('a grant ends with the removal of the appliance, at the next request', async () => {
  const client = await registerClient()
  const id = await applianceOf('gerd')
  const { tokens } = await tokensFor(client, 'gerd', [id])
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
  await call('gerd', `/api/2/connections/${id}`, { method: 'DELETE' })
  const after = await call(tokens.access_token, '/partner/1/appliances')
  expect([after.status, after.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
})

test('an owner sees what they share on the access page and ends it there, a viewer does not see it', async () => {
  const client = await registerClient()
  const id = await applianceOf('gina', 'gustav')
  const { tokens } = await tokensFor(client, 'gina', [id])
  const grantsOf = async (as: string) =>
    ((await (await call(as, `/api/2/connections/${id}/access`)).json()) as { grants: { id: string }[] }).grants
  const [grant] = await grantsOf('gina')
  expect(grant).toMatchObject({
    clientName: 'Warm Advice',
    datatypes: wantedDetail.datatypes,
    until: wantedDetail.until,
  })
  expect(await grantsOf('gustav')).toEqual([])
  const path = `/api/2/connections/${id}/access/grants/${grant?.id}`
  expect((await call('gustav', path, { method: 'DELETE' })).status).toBe(403)
  expect((await call('gina', path, { method: 'DELETE' })).status).toBe(204)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
  expect((await call('gina', path, { method: 'DELETE' })).status).toBe(404)
})

test('a client gives a grant back', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'hans', [await applianceOf('hans')])
  const list = (await (await call(tokens.access_token, '/partner/1/grants')).json()) as { items: { id: string }[] }
  const ended = await call(tokens.access_token, `/partner/1/grants/${list.items[0]?.id}`, { method: 'DELETE' })
  expect(ended.status).toBe(204)
  expect((await call(tokens.access_token, '/partner/1/grants')).status).toBe(401)
})

test('a refresh token gives new access tokens until the grant ends', async () => {
  const client = await registerClient()
  const id = await applianceOf('ida')
  const { tokens, server, auth } = await tokensFor(client, 'ida', [id])
  const renew = async () =>
    oauth.refreshTokenGrantRequest(server, { client_id: client.id }, auth, tokens.refresh_token ?? '', fixture.options)
  const renewed = await oauth.processRefreshTokenResponse(server, { client_id: client.id }, await renew())
  expect((await call(renewed.access_token, '/partner/1/appliances')).status).toBe(200)
})

test('a client that the operator suspends loses its access at once', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'jan', [await applianceOf('jan')])
  await fixture.database.pool.query({
    text: "update partner_client set state = 'suspended' where id = $1",
    values: [client.id],
  })
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
})

test.each([
  ['an unknown type', [{ ...wantedDetail, type: 'boiler' }]],
  ['an unknown kind of data', [{ ...wantedDetail, datatypes: ['passwords'] }]],
  ['another action', [{ ...wantedDetail, actions: ['write'] }]],
  ['an end in the past', [{ ...wantedDetail, until: '2020-01-01' }]],
  ['an end in 1,000 years', [{ ...wantedDetail, until: '3026-01-01' }]],
  ['a foreign field', [{ ...wantedDetail, identifier: 'x' }]],
  ['two details', [wantedDetail, wantedDetail]],
  ['more than a detail holds', [{ ...wantedDetail, purpose: 'x'.repeat(50_000) }]],
])('a request with %s is refused', async (_, details) => {
  const { pushed } = await begin(await registerClient(), details)
  expect([pushed.status, ((await pushed.json()) as { error: string }).error]).toEqual([
    400,
    'invalid_authorization_details',
  ])
})

test.each([
  'https://partner.example/other',
  'https://partner.example/callback#x',
  'http://partner.example/callback',
  'https://partner.example:8443/callback',
  'http://localhost/callback',
])('the redirect URI %s, which the client has not registered, is refused', async (redirectUri) => {
  const { pushed } = await begin({ ...(await registerClient()), redirectUri })
  expect(pushed.status).toBe(400)
})

test('a code, a pushed request and a question count once', async () => {
  const client = await registerClient()
  const id = await applianceOf('karl')
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'karl', [id])
  expect((await exchange(client, opened, callback)).status).toBe(200)
  expect((await exchange(client, opened, callback)).status).toBe(400)
  const again = await opened.own.open(opened.address.href)
  expect(again.headers.get('location')).toMatch(/^https:\/\/partner\.example\/callback\?error=invalid_request_uri/u)
  const body = { accept: true, connectionIds: [id] }
  const repeated = await call('karl', `/api/2/sharing/${opened.requestId}`, {
    method: 'POST',
    body,
    cookie: opened.own.cookie(),
  })
  expect(repeated.status).toBe(404)
})

test('a code without the verifier of PKCE is refused', async () => {
  const client = await registerClient()
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'lena', [await applianceOf('lena')])
  const wrong = { ...opened, verifier: oauth.generateRandomCodeVerifier() }
  expect((await exchange(client, wrong, callback)).status).toBe(400)
})

test('an access token of the portal opens nothing of the partner API', async () => {
  await applianceOf('mia')
  expect((await call('mia', '/partner/1/appliances')).status).toBe(401)
})

test('a revoked refresh token ends the grants of its authorization', async () => {
  const client = await registerClient()
  const { tokens, server, auth } = await tokensFor(client, 'nora', [await applianceOf('nora')])
  const refreshToken = tokens.refresh_token ?? ''
  const revoked = await oauth.revocationRequest(server, { client_id: client.id }, auth, refreshToken, fixture.options)
  expect(revoked.status).toBe(200)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
  await expect.poll(async () => openGrantsOf(client.id)).toBe(0)
})

async function openGrantsOf(clientId: string): Promise<number> {
  const { rowCount } = await fixture.database.pool.query({
    text: 'select from partner_grant where client_id = $1 and ended_at is null',
    values: [clientId],
  })
  return rowCount ?? 0
}

test("a client cannot read about another client's token", async () => {
  const { tokens, server } = await tokensFor(await registerClient(), 'olaf', [await applianceOf('olaf')])
  const other = await registerClient()
  const auth = oauth.ClientSecretBasic(other.secret)
  const answer = await oauth.introspectionRequest(
    server,
    { client_id: other.id },
    auth,
    tokens.access_token,
    fixture.options,
  )
  expect(await answer.json()).toEqual({ active: false })
})

test('a program without a browser shows a code, which the person types on a page in their language', async () => {
  const client = await registerClient()
  const server = await fixture.discover()
  const auth = oauth.ClientSecretBasic(client.secret)
  const parameters = { authorization_details: JSON.stringify([wantedDetail]) }
  const sent = await oauth.deviceAuthorizationRequest(
    server,
    { client_id: client.id },
    auth,
    parameters,
    fixture.options,
  )
  const device = await oauth.processDeviceAuthorizationResponse(server, { client_id: client.id }, sent)
  expect(device.verification_uri).toBe(`${fixture.publicUrl}/oauth/device`)
  const page = await fetch(device.verification_uri, { headers: { 'accept-language': 'de' } })
  expect(await page.text()).toContain('Geben Sie den Code ein, den das Programm anzeigt.')
  const own = fixture.browser()
  const form = await (await own.open(device.verification_uri)).text()
  expect(form.match(/name="user_code"/gu)).toHaveLength(1)
  const xsrf = /name="xsrf" value="(?<xsrf>[^"]+)"/u.exec(form)?.groups?.['xsrf'] ?? ''
  const check = await own.send(device.verification_uri, { xsrf, user_code: device.user_code })
  expect(await check.text()).toContain(device.user_code)
  const confirmed = await own.send(device.verification_uri, { xsrf, user_code: device.user_code, confirm: 'yes' })
  const toPage = await own.open(new URL(confirmed.headers.get('location') ?? '', fixture.publicUrl).href)
  expect(toPage.headers.get('location')).toMatch(/^\/share\/[\w-]+$/u)
})

test('secrets are stored as digests only', async () => {
  const { tokens } = await tokensFor(await registerClient(), 'nina', [await applianceOf('nina')])
  const { rows } = await fixture.database.pool.query({ text: 'select id, payload::text from partner_artifact' })
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(tokens.access_token)
  expect(stored).not.toContain(tokens.refresh_token)
})

test('the metadata is at both addresses of RFC 8414', async () => {
  const read = async (path: string) => (await fetch(`${fixture.publicUrl}${path}`)).json()
  const metadata = await read('/.well-known/oauth-authorization-server/oauth')
  expect(metadata).toEqual(await read('/.well-known/oauth-authorization-server'))
  expect(metadata).toMatchObject({
    issuer: `${fixture.publicUrl}/oauth`,
    authorization_details_types_supported: ['appliance'],
  })
})
