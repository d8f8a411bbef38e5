import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT, exportJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import type { PartnerProgram } from '#contract/programs.ts'
import { type TestPartnerClient, createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.1 and 27.8: a client signs in with its keys (private_key_jwt) instead of a secret. RFC 7523.

const fixture = await createPartnersFixture()
const { applianceOf, call, discover, options, publicUrl } = fixture
afterAll(fixture.close)

const wanted = {
  name: 'Warm Advice',
  contactEmail: 'developer@example.com',
  clientType: 'confidential',
  redirectUris: ['https://partner.example/callback'],
  acceptedTerms: '1',
  isGatekeeper: false,
}

type KeyedClient = TestPartnerClient & { key: CryptoKey; developer: string }

async function keyPair(kid: string, algorithm = 'ES256') {
  const { privateKey, publicKey } = await oauth.generateKeyPair(algorithm, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid } }
}

async function register(developer: string, jwks: object): Promise<PartnerProgram> {
  const answer = await call(developer, '/api/2/programs', { method: 'POST', body: { ...wanted, jwks } })
  const body = (await answer.json()) as { program: PartnerProgram; clientSecret: string | null }
  expect([answer.status, body.clientSecret]).toEqual([201, null])
  return body.program
}

async function keyedClient(developer: string, algorithm?: string): Promise<KeyedClient> {
  const { privateKey: key, jwk } = await keyPair('first', algorithm)
  const { id, redirectUris } = await register(developer, { keys: [jwk] })
  const auth = oauth.PrivateKeyJwt({ key, kid: 'first' })
  return { id, secret: '', redirectUri: redirectUris[0] ?? '', auth, key, developer }
}

async function approve({ id }: { id: string }): Promise<void> {
  await fixture.database.pool.query({
    text: "update partner_client set state = 'approved' where id = $1",
    values: [id],
  })
}

test.each(['ES256', 'ES384', 'ES512', 'Ed25519', 'RS256', 'PS256'])(
  'a client signs in with a key for %s, without a secret',
  async (algorithm) => {
    const client = await keyedClient('dan', algorithm)
    expect(await fixture.tokenOf(client)).toMatch(/^[\w-]{20,}$/u)
  },
)

test('a person shares an appliance with a client that has keys, which reads it and renews its token', async () => {
  const client = await keyedClient('eve')
  await approve(client)
  const { tokens, server, auth } = await fixture.tokensFor(client, 'fay', [await applianceOf('fay')])
  expect((await call(tokens.access_token, '/partner/1/appliances')).status).toBe(200)
  const refreshToken = tokens.refresh_token ?? ''
  const sent = await oauth.refreshTokenGrantRequest(server, { client_id: client.id }, auth, refreshToken, options)
  const renewed = await oauth.processRefreshTokenResponse(server, { client_id: client.id }, sent)
  expect((await call(renewed.access_token, '/partner/1/appliances')).status).toBe(200)
})

test('the metadata names the method and its algorithms, none of them with a shared secret', async () => {
  const server = await discover()
  expect(server.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
  const algorithms = server.token_endpoint_auth_signing_alg_values_supported ?? []
  expect(algorithms).toContain('ES256')
  expect(algorithms.filter((alg) => alg === 'none' || alg.startsWith('HS'))).toEqual([])
})

type Claims = Record<string, unknown>

const now = (): number => Math.floor(Date.now() / 1000)

const claimsOf = (client: { id: string }, own: Claims = {}): Claims => ({
  iss: client.id,
  sub: client.id,
  aud: `${publicUrl}/oauth`,
  iat: now(),
  exp: now() + 60,
  jti: randomUUID(),
  ...own,
})

const sign = async (claims: Claims, key: CryptoKey | Uint8Array, header: { alg?: string; kid?: string } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first', ...header }).sign(key)

async function signIn(assertion: string, own: Record<string, string> = {}): Promise<[number, string | undefined]> {
  const answer = await fetch(`${publicUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      ...own,
    }),
  })
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

const refused = [401, 'invalid_client']

test('an assertion by the standards is accepted, once', async () => {
  const client = await keyedClient('gil')
  const assertion = await sign(claimsOf(client), client.key)
  expect(await signIn(assertion)).toEqual([200, undefined])
  expect(await signIn(assertion)).toEqual(refused)
  const other = await keyedClient('gil')
  const sameId = claimsOf(client)
  expect(await signIn(await sign(sameId, client.key))).toEqual([200, undefined])
  expect(await signIn(await sign({ ...sameId, iss: other.id, sub: other.id }, other.key))).toEqual([200, undefined])
})

test('of simultaneous uses of one assertion, one is accepted', async () => {
  const client = await keyedClient('hal')
  const assertion = await sign(claimsOf(client), client.key)
  const answers = await Promise.all(Array.from({ length: 8 }, async () => signIn(assertion)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
})

test.each<[string, Claims]>([
  ['another audience', { aud: 'https://identity.example' }],
  ['the partner API as its audience', { aud: `${publicUrl}/partner/1` }],
  ['no audience', { aud: undefined }],
  ['an end in the past, as of a clock that is late', { exp: now() - 60 }],
  ['no end', { exp: undefined }],
  ['an end as text', { exp: String(now() + 60) }],
  ['an end after years', { exp: now() + 100_000_000 }],
  ['a beginning in the future, as of a clock that is early', { nbf: now() + 600 }],
  ['no id', { jti: undefined }],
  ['another issuer', { iss: randomUUID() }],
])('an assertion with %s is refused', async (_, own) => {
  const client = await keyedClient('ida')
  expect(await signIn(await sign(claimsOf(client, own), client.key))).toEqual(refused)
})

test('an assertion without a signature, or by the public key as a shared secret, is refused', async () => {
  const client = await keyedClient('jon')
  expect(await signIn(new UnsecuredJWT(claimsOf(client)).encode())).toEqual(refused)
  const stored = (await programsOf('jon'))[0]?.jwks
  for (const secret of [JSON.stringify(stored?.keys[0]), stored?.keys[0]?.['x'] ?? '']) {
    const bytes = new TextEncoder().encode(secret.padEnd(32, ' '))
    expect(await signIn(await sign(claimsOf(client), bytes, { alg: 'HS256' }))).toEqual(refused)
  }
})

test("another client's key, a key with the same id, and another kind of key are refused", async () => {
  const [client, other] = [await keyedClient('kim'), await keyedClient('kim')]
  expect(await signIn(await sign(claimsOf(client), other.key))).toEqual(refused)
  expect(await signIn(await sign(claimsOf(client, { iss: other.id }), other.key))).toEqual(refused)
  const { privateKey } = await keyPair('first', 'RS256')
  expect(await signIn(await sign(claimsOf(client), privateKey, { alg: 'RS256' }))).toEqual(refused)
  expect(await signIn(await sign(claimsOf(client), client.key, { kid: 'unknown' }))).toEqual(refused)
  const named = await sign(claimsOf(other), other.key)
  expect(await signIn(named, { client_id: client.id })).toEqual([400, 'invalid_request'])
})

test('a client with keys has no secret, and one with a secret cannot sign in with a key', async () => {
  const keyed = await keyedClient('lea')
  for (const secret of ['', 'secret', 'null', 'undefined']) {
    const answer = await fetch(`${publicUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: keyed.id, client_secret: secret }),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
  }
  const withSecret = await fixture.registerClient()
  expect(await signIn(await sign(claimsOf(withSecret), keyed.key))).toEqual(refused)
  const open = await fixture.registerPublicClient()
  expect(await signIn(await sign(claimsOf(open), keyed.key))).toEqual(refused)
})

async function programsOf(developer: string): Promise<PartnerProgram[]> {
  return ((await (await call(developer, '/api/2/programs')).json()) as { items: PartnerProgram[] }).items
}

async function putKeys(as: string, id: string, jwks: unknown): Promise<[number, unknown]> {
  const answer = await call(as, `/api/2/programs/${id}/keys`, { method: 'PUT', body: { jwks } })
  return [answer.status, await answer.json()]
}

test('new keys replace the former ones at once, and a new secret replaces the keys', async () => {
  const client = await keyedClient('max')
  const { privateKey, jwk } = await keyPair('second')
  expect(await putKeys('max', client.id, { keys: [jwk] })).toMatchObject([200, { jwks: { keys: [jwk] } }])
  expect(await signIn(await sign(claimsOf(client), client.key))).toEqual(refused)
  expect(await signIn(await sign(claimsOf(client), privateKey, { kid: 'second' }))).toEqual([200, undefined])
  const replaced = await call('max', `/api/2/programs/${client.id}/secret`, { method: 'POST' })
  const { clientSecret } = (await replaced.json()) as { clientSecret: string }
  expect(await signIn(await sign(claimsOf(client), privateKey, { kid: 'second' }))).toEqual(refused)
  expect(await fixture.tokenOf({ id: client.id, secret: clientSecret, redirectUri: '' })).toMatch(/^[\w-]{20,}$/u)
  expect((await programsOf('max'))[0]?.jwks).toBe(null)
})

test('only the developer changes keys, of a program that is open and could keep a secret', async () => {
  const client = await keyedClient('nia')
  const { jwk } = await keyPair('second')
  expect((await putKeys('ole', client.id, { keys: [jwk] }))[0]).toBe(404)
  const body = { ...wanted, clientType: 'public' }
  const answer = await call('nia', '/api/2/programs', { method: 'POST', body })
  const { program } = (await answer.json()) as { program: PartnerProgram }
  expect(await putKeys('nia', program.id, { keys: [jwk] })).toMatchObject([409, { code: 'program-closed' }])
  const both = await call('nia', '/api/2/programs', { method: 'POST', body: { ...body, jwks: { keys: [jwk] } } })
  expect(await both.json()).toMatchObject({ errors: [{ path: 'jwks', code: 'public-client' }] })
  await fixture.database.pool.query({
    text: "update partner_client set state = 'suspended' where id = $1",
    values: [client.id],
  })
  expect(await putKeys('nia', client.id, { keys: [jwk] })).toMatchObject([409, { code: 'program-closed' }])
  expect(await signIn(await sign(claimsOf(client), client.key))).toEqual(refused)
})

test('a private key, a point outside of its curve, and 1 MB of keys are refused', async () => {
  const client = await keyedClient('pia')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const problem = async (jwk: object) => {
    const [status, body] = await putKeys('pia', client.id, { keys: [jwk] })
    return [status, (body as { errors: { path: string; code: string }[] }).errors[0]]
  }
  const open = privateKey.export({ format: 'jwk' })
  expect(await problem(open)).toEqual([422, { path: 'jwks.keys.0', code: 'private-key' }])
  const { d: _, ...own } = open
  expect(await problem({ ...own, y: own.x })).toEqual([422, { path: 'jwks.keys.0', code: 'public-key' }])
  const [status] = await putKeys('pia', client.id, { keys: [{ ...own, kid: 'x'.repeat(1_000_000) }] })
  expect(status).toBe(413)
})
