import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import type { SharedGrant } from '#contract/access.ts'
import type { ActivityEntry } from '#contract/activity.ts'
import { type ListedReceipt, type ReceiptPayload, receiptPayload } from '#contract/receipts.ts'
import { sharingTextOf } from '#contract/sharing-text.ts'
import { systemClock } from './clock.ts'
import { endLapsedGrants } from './partners/log/event-log-jobs.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { readTexts } from '#texts/read-texts.ts'
import { createPartnersFixture, requestedApplianceDetail } from '#test/partners/partners-fixture.ts'

// Specification 27: third parties get data with a person's consent. The tests call the portal with a public OAuth
// library.

const fixture = await createPartnersFixture()
const { applianceOf, call, registerClient, openQuestion, question, settle, exchange, tokensFor, begin } = fixture
afterAll(fixture.close)

test('a client signs in by the standards and reads what the person shares, and nothing else', async () => {
  const client = await registerClient()
  const [shared, other] = [await applianceOf('anna'), await applianceOf('anna')]
  const opened = await openQuestion(client)
  expect(await question(opened, 'anna')).toMatchObject({
    client: { name: 'Warm Advice', isSandbox: false },
    datatypes: requestedApplianceDetail.datatypes,
    historyMonths: 12,
    appliances: [
      { id: other, shared: null },
      { id: shared, shared: null },
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
  expect(after.status).toBe(401)
  expect(after.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/u)
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
    datatypes: requestedApplianceDetail.datatypes,
    until: requestedApplianceDetail.until,
  })
  expect(await grantsOf('gustav')).toEqual([])
  const path = `/api/2/connections/${id}/access/grants/${grant?.id}`
  expect((await call('gustav', path, { method: 'DELETE' })).status).toBe(403)
  expect((await call('gina', path, { method: 'DELETE' })).status).toBe(204)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
  expect((await call('gina', path, { method: 'DELETE' })).status).toBe(404)
})

async function activityOf(as: string, id: string): Promise<string[]> {
  const answer = await call(as, `/api/2/connections/${id}/activity`)
  const { items } = (await answer.json()) as { items: ActivityEntry[] }
  return items.map(({ kind, actor }) => `${'name' in actor ? (actor.name ?? 'nameless') : actor.type}: ${kind}`)
}

async function receiptsOf(as: string, id: string): Promise<ListedReceipt[]> {
  const answer = await call(as, `/api/2/connections/${id}/receipts`)
  return ((await answer.json()) as { items: ListedReceipt[] }).items
}

/** Reads the payloads of the receipts, oldest first. */
async function payloadsOf(as: string, id: string): Promise<ReceiptPayload[]> {
  const listed = (await receiptsOf(as, id)).toReversed()
  const bodies = listed.map(async (one) => (await call(as, `/api/2/connections/${id}/receipts/${one.id}`)).text())
  return (await Promise.all(bodies)).map((jws) => receiptPayload.parse(decodeJwt(jws)))
}

const endings = async (as: string, id: string) =>
  (await payloadsOf(as, id)).map(({ kind, events }) => [kind, events[0]?.reason])

test('a consent to a third party and its end give receipts, which say to whom, what, for what and until when', async () => {
  const client = await registerClient()
  await fixture.database.pool.query({
    text: `update partner_client set company_name = 'Warm GmbH', register_number = 'HRB 1', country = 'DE' where id = $1`,
    values: [client.id],
  })
  const id = await applianceOf('rita')
  const opened = await openQuestion(client)
  const asked = await question(opened, 'rita')
  const texts = readTexts('sharing', 'de')
  const text = sharingTextOf(asked, (message, values) =>
    texts[message]
      .replace(/\{months,[^]*\}/u, '12 Monate')
      .replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name])),
  )
  const shown = { language: 'de', sha256: createHash('sha256').update(text).digest('hex') }
  expect((await settle({ ...opened, shown }, 'rita', [id])).searchParams.get('code')).not.toBe(null)
  const [given] = await payloadsOf('rita', id)
  expect(given).toMatchObject({
    kind: 'given',
    company_type: 'THIRD_PARTY',
    sharing: { program: 'Warm Advice', history_months: 12, until: requestedApplianceDetail.until },
    pii_processing: [
      {
        purpose: 'maintenance',
        pii_information: requestedApplianceDetail.datatypes.map((type) => ({ pii_type: type })),
        withdrawal_method: `https://portal.example/appliances/${id}/access`,
      },
    ],
    party_identification: [
      { party_role: 'pii-controller' },
      { party_role: 'third-party', party_name: 'Warm GmbH', register_number: 'HRB 1', country: 'DE' },
    ],
    text_shown: { language: 'de', version: '1', sha256: shown.sha256, text },
  })
  const { grants } = (await (await call('rita', `/api/2/connections/${id}/access`)).json()) as {
    grants: { id: string }[]
  }
  await call('rita', `/api/2/connections/${id}/access/grants/${grants[0]?.id}`, { method: 'DELETE' })
  const withdrawn = (await payloadsOf('rita', id)).at(-1)
  expect(withdrawn).toMatchObject({
    kind: 'withdrawn',
    record_id: given?.record_id,
    events: [{ reason: 'withdrawn' }],
    text_shown: given?.text_shown,
  })
  expect((await receiptsOf('rita', id)).map(({ companyName }) => companyName)).toEqual(
    Array(2).fill('Warm Advice, Warm GmbH'),
  )
})

test('a consent to a text that the portal does not have is refused, and shares nothing', async () => {
  const client = await registerClient()
  const id = await applianceOf('rosa')
  const { requestId, own } = await openQuestion(client)
  const shown = { language: 'de', sha256: createHash('sha256').update('another text').digest('hex') }
  const body = { accept: true, connectionIds: [id], shown }
  const sent = await call('rosa', `/api/2/sharing/${requestId}`, { method: 'POST', body, cookie: own.cookie() })
  expect([sent.status, await sent.json()]).toMatchObject([409, { code: 'consent-text-changed' }])
  expect(await receiptsOf('rosa', id)).toEqual([])
  expect(await openGrantsOf(client.id)).toBe(0)
})

test('a second consent to the same third party replaces the first, and its tokens end', async () => {
  const client = await registerClient()
  const id = await applianceOf('rolf')
  const { tokens: before } = await tokensFor(client, 'rolf', [id])
  const { appliances } = await question(await openQuestion(client), 'rolf')
  const { datatypes, purpose, until } = requestedApplianceDetail
  expect(appliances).toMatchObject([{ id, shared: { datatypes, historyMonths: 12, purpose, until } }])
  const { tokens } = await tokensFor(client, 'rolf', [id])
  expect((await call(before.access_token, '/partner/1/appliances')).status).toBe(401)
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
  expect(await endings('rolf', id)).toEqual(
    expect.arrayContaining([
      ['given', undefined],
      ['given', undefined],
      ['withdrawn', 'amended'],
    ]),
  )
  await fixture.daily.idle()
  expect(await activityOf('rolf', id)).toEqual([
    'Warm Advice: values-viewed',
    'nameless: sharing-changed',
    'nameless: sharing-given',
    'nameless: appliance-claimed',
  ])
})

test('what a third party reads is one entry for each kind and day, by the name of its program', async () => {
  const client = await registerClient()
  const id = await applianceOf('ruth')
  const { tokens } = await tokensFor(client, 'ruth', [id])
  for (let reading = 0; reading < 3; reading += 1) {
    const list = await call(tokens.access_token, '/partner/1/appliances')
    const { items } = (await list.json()) as { items: { id: string }[] }
    for (const path of ['', '/readings', '/history', '/faults'])
      await call(tokens.access_token, `/partner/1/appliances/${items[0]?.id}${path}`)
    await fixture.daily.idle()
  }
  expect((await activityOf('ruth', id)).toSorted()).toEqual([
    'Warm Advice: faults-viewed',
    'Warm Advice: history-viewed',
    'Warm Advice: values-viewed',
    'nameless: appliance-claimed',
    'nameless: sharing-given',
  ])
})

test('a grant ends with a receipt by removal, by its client and by leaving', async () => {
  const client = await registerClient()
  const id = await applianceOf('rudi', 'robin')
  const { tokens } = await tokensFor(client, 'rudi', [id])
  const list = (await (await call(tokens.access_token, '/partner/1/grants')).json()) as { items: { id: string }[] }
  await call(tokens.access_token, `/partner/1/grants/${list.items[0]?.id}`, { method: 'DELETE' })
  expect((await endings('rudi', id)).at(-1)).toEqual(['withdrawn', 'given-back'])
  expect((await activityOf('rudi', id))[0]).toBe('Warm Advice: sharing-ended')
  await fixture.database.pool.query({
    text: `update connection c set co_owner_since = now() from person p where p.id = c.person_id and p.subject = 'robin' and c.gateway_id = $1`,
    values: [id],
  })
  await tokensFor(client, 'robin', [id])
  await call('robin', `/api/2/connections/${id}`, { method: 'DELETE' })
  expect((await endings('rudi', id)).at(-1)).toEqual(['withdrawn', 'access-ended'])
  await tokensFor(client, 'rudi', [id])
  await call('rudi', `/api/2/connections/${id}`, { method: 'DELETE' })
  const { rows } = await fixture.database.pool.query<{ jws: string }>({
    text: 'select jws from receipt where gateway_id = $1 order by at desc, id limit 1',
    values: [id],
  })
  expect(receiptPayload.parse(decodeJwt(rows[0]?.jws ?? '')).events[0]?.reason).toBe('appliance-removed')
})

test.each([
  ['expired', `update partner_grant set ends_at = now() where gateway_id = $1`],
  ['access-ended', `update connection set owner_since = now() where gateway_id = $1`],
])('a grant that lapses is ended by the job once, with a receipt: %s', async (reason, text) => {
  const id = await applianceOf('sven')
  await tokensFor(await registerClient(), 'sven', [id])
  const { pool } = fixture.database
  await pool.query({ text, values: [id] })
  const ending = {
    pool,
    clock: systemClock,
    bus: { publish: async () => {} },
    recordReceipt: createTestReceiptRecorder().record,
  }
  await Promise.all([endLapsedGrants(ending), endLapsedGrants(ending)])
  const { rows } = await pool.query<{ jws: string }>({
    text: `select jws from receipt where gateway_id = $1 and kind = 'withdrawn'`,
    values: [id],
  })
  expect(rows.map(({ jws }) => receiptPayload.parse(decodeJwt(jws)).events[0]?.reason)).toEqual([reason])
})

test.each(['suspended', 'refused'])('an owner sees a program that is %s, and can end its grant', async (closed) => {
  const owner = `sabine-${closed}`
  const client = await registerClient()
  const id = await applianceOf(owner)
  const { tokens, server, auth } = await tokensFor(client, owner, [id])
  const decide = async (state: string) =>
    fixture.database.pool.query({
      text: 'update partner_client set state = $2 where id = $1',
      values: [client.id, state],
    })
  const grantsOf = async () =>
    ((await (await call(owner, `/api/2/connections/${id}/access`)).json()) as { grants: SharedGrant[] }).grants
  const renew = async () =>
    oauth.refreshTokenGrantRequest(server, { client_id: client.id }, auth, tokens.refresh_token ?? '', fixture.options)
  expect(await grantsOf()).toMatchObject([{ isSuspended: false }])

  await decide(closed)
  const { pool } = fixture.database
  await endLapsedGrants({
    pool,
    clock: systemClock,
    bus: { publish: async () => {} },
    recordReceipt: createTestReceiptRecorder().record,
  })
  expect(await grantsOf()).toMatchObject([{ isSuspended: true }])
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
  expect((await renew()).status).toBe(401)

  await decide('approved')
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
  expect((await renew()).status).toBe(200)

  await decide(closed)
  const [grant] = await grantsOf()
  const path = `/api/2/connections/${id}/access/grants/${grant?.id}`
  expect((await call(owner, path, { method: 'DELETE' })).status).toBe(204)
  await decide('approved')
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(401)
  expect(await grantsOf()).toEqual([])
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
  ['an unknown type', [{ ...requestedApplianceDetail, type: 'boiler' }]],
  ['an unknown kind of data', [{ ...requestedApplianceDetail, datatypes: ['passwords'] }]],
  ['another action', [{ ...requestedApplianceDetail, actions: ['write'] }]],
  ['an end in the past', [{ ...requestedApplianceDetail, until: '2020-01-01' }]],
  ['an end in 1,000 years', [{ ...requestedApplianceDetail, until: '3026-01-01' }]],
  ['a foreign field', [{ ...requestedApplianceDetail, identifier: 'x' }]],
  ['two details', [requestedApplianceDetail, requestedApplianceDetail]],
  ['more than a detail holds', [{ ...requestedApplianceDetail, purpose: 'x'.repeat(50_000) }]],
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
  const parameters = { authorization_details: JSON.stringify([requestedApplianceDetail]) }
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
  const asked = await check.text()
  expect(asked).toContain(device.user_code)
  expect(asked).toMatch(/Warm Advice.? would like to read data from your appliances/u)
  const confirmed = await own.send(device.verification_uri, { xsrf, user_code: device.user_code, confirm: 'yes' })
  const toPage = await own.open(new URL(confirmed.headers.get('location') ?? '', fixture.publicUrl).href)
  expect(toPage.headers.get('location')).toMatch(/^\/share\/[\w-]+$/u)
})

test('a person who cancels or shares nothing reads that nothing was shared, in the language of the last visit', async () => {
  const client = await registerClient()
  const server = await fixture.discover()
  const auth = oauth.ClientSecretBasic(client.secret)
  const sent = await oauth.deviceAuthorizationRequest(server, { client_id: client.id }, auth, {}, fixture.options)
  const device = await oauth.processDeviceAuthorizationResponse(server, { client_id: client.id }, sent)
  const own = fixture.browser()
  const xsrfOf = (form: string) => /name="xsrf" value="(?<xsrf>[^"]+)"/u.exec(form)?.groups?.['xsrf'] ?? ''
  const send = async (shown: string, fields: Record<string, string>) =>
    (await own.send(device.verification_uri, { xsrf: xsrfOf(shown), ...fields })).text()
  const form = await (await own.open(device.verification_uri)).text()
  const wrong = await send(form, { user_code: 'BBBB-BBBB' })
  expect(wrong).toContain('This code is not valid.')
  const cookie = 'portal_locale=sv%20Europe%2FStockholm'
  expect(await (await fetch(device.verification_uri, { headers: { cookie } })).text()).toContain('Anslut ett program')
  expect(await send(wrong, { user_code: device.user_code, abort: 'yes' })).toContain('Nothing was shared')
  const asked = await oauth.deviceCodeGrantRequest(
    server,
    { client_id: client.id },
    auth,
    device.device_code,
    fixture.options,
  )
  expect(await asked.json()).toMatchObject({ error: 'access_denied' })
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

test('the metadata of the partner API names its authorization server', async () => {
  const read = async (path: string) => (await fetch(`${fixture.publicUrl}${path}`)).json()
  const metadata = await read('/.well-known/oauth-protected-resource/partner/1')
  expect(metadata).toEqual(await read('/.well-known/oauth-protected-resource'))
  expect(metadata).toMatchObject({
    resource: `${fixture.publicUrl}/partner/1`,
    authorization_servers: [`${fixture.publicUrl}/oauth`],
  })
})
