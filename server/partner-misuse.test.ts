import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import {
  createPartnersFixture,
  type TestPartnerClient,
  requestedApplianceDetail,
} from '#test/partners/partners-fixture.ts'

// Specification 27.2 and 27.4: the portal refuses misuse by a hostile client, and by a client with the code or the
// tokens of another client.

const fixture = await createPartnersFixture()
const { applianceOf, call, registerClient, openQuestion, settle, exchange, tokensFor, options, publicUrl } = fixture
afterAll(fixture.close)

const appliances = '/partner/1/appliances'

async function statusOf(token: string, path = appliances): Promise<number> {
  return (await call(token, path)).status
}

/**
 * Sends a pushed authorization request. `own` replaces parameters of the standard request; a parameter that is
 * undefined is omitted. Returns the status, and the error code or an empty text.
 */
async function push(client: TestPartnerClient, own: Record<string, string | undefined>): Promise<[number, string]> {
  const standard = {
    client_id: client.id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: 'S256',
    authorization_details: JSON.stringify([requestedApplianceDetail]),
  }
  const sent = Object.entries({ ...standard, ...own }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await fetch(`${publicUrl}/oauth/par`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams(sent),
  })
  return [answer.status, ((await answer.json()) as { error?: string }).error ?? '']
}

test('a code that is sent twice ends the tokens that it gave', async () => {
  const client = await registerClient()
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'anna', [await applianceOf('anna')])
  const sent = await exchange(client, opened, callback)
  const { access_token: token } = (await sent.json()) as { access_token: string }
  expect(await statusOf(token)).toBe(200)
  expect((await exchange(client, opened, callback)).status).toBe(400)
  expect(await statusOf(token)).toBe(401)
})

test("another client cannot use a client's code, pushed request or tokens", async () => {
  const [client, other] = [await registerClient(), await registerClient()]
  const auth = oauth.ClientSecretBasic(other.secret)
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'bert', [await applianceOf('bert')])
  callback.searchParams.set('iss', `${publicUrl}/oauth`)
  expect((await exchange(other, { ...opened, auth }, callback)).status).toBe(400)

  const { pushed } = await fixture.begin(client)
  const { request_uri: uri } = (await pushed.json()) as { request_uri: string }
  const query = new URLSearchParams({ client_id: other.id, request_uri: uri })
  const led = await fetch(`${publicUrl}/oauth/authorize?${query}`, { redirect: 'manual' })
  expect(led.headers.get('location')).toMatch(/^https:\/\/partner\.example\/callback\?error=invalid_request_object/u)

  const { server, tokens } = await tokensFor(client, 'carl', [await applianceOf('carl')])
  const refreshToken = tokens.refresh_token ?? ''
  const identified = { client_id: other.id }
  expect((await oauth.refreshTokenGrantRequest(server, identified, auth, refreshToken, options)).status).toBe(400)
  await oauth.revocationRequest(server, identified, auth, refreshToken, options)
  await oauth.revocationRequest(server, identified, auth, tokens.access_token, options)
  expect(await statusOf(tokens.access_token)).toBe(200)
})

test('only an access token for the partner API opens it', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'dora', [await applianceOf('dora')])
  const others = [tokens.refresh_token, tokens.id_token, client.secret, 'x'.repeat(8_000)]
  expect(await Promise.all(others.map(async (token) => statusOf(token ?? '')))).toEqual(others.map(() => 401))
  expect((await fetch(`${publicUrl}${appliances}?access_token=${tokens.access_token}`)).status).toBe(401)
})

/** Returns the parts of a refusal of a request with this token: status and challenge, title, and what to do. */
async function refusalOf(token: string, path: string): Promise<string[]> {
  const answer = await call(token, path)
  const { title, fix } = (await answer.json()) as { title: string; fix: string }
  return [`${answer.status} ${answer.headers.get('www-authenticate')}`, title, fix]
}

const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/partner/1"`

test('the refusal of a valid token of the wrong kind names the kind that is needed', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'dirk', [await applianceOf('dirk')])
  const insufficient = `403 Bearer error="insufficient_scope", ${metadata}`
  expect(await refusalOf(await fixture.tokenOf(client), appliances)).toEqual([
    insufficient,
    'Access token of a grant needed',
    expect.stringContaining('authorization_code'),
  ])
  expect(await refusalOf(tokens.access_token, '/partner/1/endpoints')).toEqual([
    insufficient,
    'Access token by client credentials needed',
    expect.stringContaining('client_credentials'),
  ])
})

test('a token that has ended is refused as an unknown one is, on paths of both kinds', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'doris', [await applianceOf('doris')])
  const ofClient = await fixture.tokenOf(client)
  await fixture.database.pool.query({
    text: `update partner_client set state = 'suspended' where id = $1`,
    values: [client.id],
  })
  const invalid = [`401 Bearer error="invalid_token", ${metadata}`, 'No valid access token']
  for (const token of [tokens.access_token, ofClient, 'unknown'])
    for (const path of [appliances, '/partner/1/endpoints'])
      expect((await refusalOf(token, path)).slice(0, 2)).toEqual(invalid)
})

test('the refusal of a token for another API says so', async () => {
  const client = await registerClient()
  const { tokens } = await tokensFor(client, 'dolf', [await applianceOf('dolf')])
  expect(await refusalOf(tokens.id_token ?? '', appliances)).toEqual([
    `401 Bearer error="invalid_token", ${metadata}`,
    'Not an access token for this API',
    expect.stringContaining(`${publicUrl}/oauth`),
  ])
})

test('a request without a token gets a challenge without an error', async () => {
  const answer = await fetch(`${publicUrl}${appliances}`)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`])
})

test.each([
  'https://partner.example/callback/',
  'https://partner.example/callback?to=https://evil.example',
  'https://partner.example/x/../callback',
  'https://partner.example.evil.example/callback',
  'https://partner.example@evil.example/callback',
  'https://evil.example/callback',
  'https://localhost/callback',
  'https://127.0.0.1/callback',
  'https://partner.example:443/callback',
  '//partner.example/callback',
  'javascript:alert(1)',
])('the redirect URI %s is refused, and no browser is led there', async (redirectUri) => {
  const client = await registerClient()
  expect((await push(client, { redirect_uri: redirectUri }))[0]).toBe(400)
  const query = new URLSearchParams({ client_id: client.id, redirect_uri: redirectUri, response_type: 'code' })
  const led = await fetch(`${publicUrl}/oauth/authorize?${query}`, { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([400, null])
})

test('a redirect URI of this machine has any port, but no other host', async () => {
  const client = await registerClient('sandbox')
  await fixture.database.pool.query({
    text: 'update partner_client set redirect_uris = $2 where id = $1',
    values: [client.id, ['http://127.0.0.1/callback']],
  })
  const statusAt = async (redirectUri: string) => (await push(client, { redirect_uri: redirectUri }))[0]
  expect(await statusAt('http://127.0.0.1:49152/callback')).toBe(201)
  const others = [
    'http://localhost:49152/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:49152@evil.example/callback',
    'http://127.0.0.1:49152/callback#x',
    'http://127.0.0.1:49152/other',
    'http://[::1]:49152/callback',
    'http://0.0.0.0:49152/callback',
    'https://127.0.0.1:49152/callback',
  ]
  expect(await Promise.all(others.map(statusAt))).toEqual(others.map(() => 400))
})

test('a request by the standards is accepted', async () => {
  expect(await push(await registerClient(), {})).toEqual([201, ''])
})

test.each([
  ['no challenge of PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['a challenge of PKCE in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a response in the fragment', { response_type: 'token' }, 'unsupported_response_type'],
  ['details that are no JSON', { authorization_details: '[{' }, 'invalid_authorization_details'],
  ['details that are no list', { authorization_details: '{}' }, 'invalid_authorization_details'],
  ['another resource', { resource: 'https://evil.example' }, 'invalid_target'],
] as const)('a request with %s is refused', async (_, own, error) => {
  expect(await push(await registerClient(), own)).toEqual([400, error])
})

test('an empty list of details asks for status and faults, as no list does', async () => {
  await applianceOf('emma')
  const opened = await openQuestion(await registerClient(), [])
  expect(await fixture.question(opened, 'emma')).toMatchObject({ datatypes: ['status', 'faults'], historyMonths: 0 })
})

test.each(['/oauth/par', '/oauth/token', '/oauth/token/revocation'])('1 MB at %s is refused', async (path) => {
  const details = JSON.stringify([{ ...requestedApplianceDetail, purpose: 'x'.repeat(1_000_000) }])
  const body = new URLSearchParams({ authorization_details: details })
  const answer = await fetch(`${publicUrl}${path}`, { method: 'POST', body })
  expect([400, 413]).toContain(answer.status)
})
