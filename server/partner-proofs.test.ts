import { createHash, randomUUID } from 'node:crypto'
import { type JWK, type JWTHeaderParameters, SignJWT, exportJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import { type TestPartnerClient, createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.2: a client may bind its tokens to a key (DPoP). Each request then needs a proof with that key. RFC
// 9449.

const fixture = await createPartnersFixture()
const { applianceOf, optionsOf, publicUrl } = fixture
afterAll(fixture.close)

type BoundClient = TestPartnerClient & { keys: CryptoKeyPair; dpop: oauth.DPoPHandle }

async function bind(client: TestPartnerClient, algorithm = 'ES256'): Promise<BoundClient> {
  const keys = await oauth.generateKeyPair(algorithm, { extractable: true })
  return { ...client, keys, dpop: oauth.DPoP({}, keys) }
}

const publicClient = async (algorithm?: string) => bind(await fixture.registerPublicClient(), algorithm)

async function tokensOf(client: TestPartnerClient, as: string) {
  return fixture.tokensFor(client, as, [await applianceOf(as)])
}

const list = `${publicUrl}/partner/1/appliances`

async function read(client: TestPartnerClient, token: string, url = list): Promise<number> {
  const answer = await oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(url),
    new Headers(),
    null,
    optionsOf(client),
  )
  return answer.status
}

test.each(['ES256', 'Ed25519', 'PS256'])('a public client binds its tokens to a key for %s', async (algorithm) => {
  const client = await publicClient(algorithm)
  const { tokens, server, auth } = await tokensOf(client, `anna-${algorithm}`)
  expect(tokens.token_type).toBe('dpop')
  expect(await read(client, tokens.access_token)).toBe(200)
  expect(await read(client, tokens.access_token, `${list}?limit=1`)).toBe(200)
  const identified = { client_id: client.id }
  const renew = async (as: TestPartnerClient, refreshToken = '') =>
    oauth.refreshTokenGrantRequest(server, identified, auth, refreshToken, optionsOf(as))
  const renewed = await oauth.processRefreshTokenResponse(server, identified, await renew(client, tokens.refresh_token))
  expect(await read(client, renewed.access_token)).toBe(200)
  for (const thief of [await bind(client), { ...client, dpop: undefined }] as TestPartnerClient[]) {
    const refused = await renew(thief, renewed.refresh_token)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  }
})

test('a code that was asked for with a key gives no tokens without it', async () => {
  const client = await publicClient()
  const opened = await fixture.openQuestion(client)
  const callback = await fixture.settle(opened, 'berta', [await applianceOf('berta')])
  const refused = await fixture.exchange(await bind(client), opened, callback)
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('a confidential client may bind its own token, and events are streamed to the key', async () => {
  const client = await bind(await fixture.registerClient())
  const token = await fixture.tokenOf(client)
  expect(await read(client, token, `${publicUrl}/partner/1/endpoints`)).toBe(200)
  expect(await statusOf(`Bearer ${token}`, undefined, `${publicUrl}/partner/1/endpoints`)).toBe(401)
  const answer = await oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(`${publicUrl}/partner/1/events?all=true`),
    new Headers({ accept: 'text/event-stream' }),
    null,
    optionsOf(client),
  )
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  await answer.body?.cancel()
})

test('the metadata of the partner API and of its authorization server name the algorithms of proofs', async () => {
  const answer = await fetch(`${publicUrl}/.well-known/oauth-protected-resource/partner/1`)
  const { dpop_signing_alg_values_supported: algorithms } = (await answer.json()) as Record<string, unknown>
  expect(algorithms).toContain('ES256')
  expect(algorithms).not.toContain('HS256')
  expect((await fixture.discover()).dpop_signing_alg_values_supported).toEqual(algorithms)
})

async function statusOf(authorization: string, proof?: string, url = list): Promise<number> {
  return (await send(authorization, proof, url)).status
}

async function send(authorization: string, proof?: string, url = list): Promise<Response> {
  return fetch(url, { headers: { authorization, ...(proof !== undefined && { dpop: proof }) } })
}

const now = (): number => Math.floor(Date.now() / 1000)

type Own = { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: CryptoKey }

/**
 * Signs a proof for one GET of the list of appliances. The test sets claims, header and key as a hostile client
 * might.
 */
async function proofOf({ keys }: BoundClient, token: string, { claims, header, key }: Own = {}): Promise<string> {
  const ath = createHash('sha256').update(token).digest('base64url')
  const jwk = await exportJWK(keys.publicKey)
  const own = { alg: 'ES256', typ: 'dpop+jwt', jwk, ...header } as JWTHeaderParameters
  return new SignJWT({ jti: randomUUID(), htm: 'GET', htu: list, iat: now(), ath, ...claims })
    .setProtectedHeader(own)
    .sign(key ?? keys.privateKey)
}

test('a bound token is refused without a proof, as a bearer token, and with a proof that was used', async () => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'carl')
  const token = tokens.access_token
  const proof = await proofOf(client, token)
  expect(await statusOf(`DPoP ${token}`, proof)).toBe(200)
  const refused = await send(`DPoP ${token}`, proof)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_dpop_proof", algs="ES256 /u)
  expect(await refused.json()).toMatchObject({ code: 'unauthenticated', fix: expect.stringContaining('RFC 9449') })
  expect(await statusOf(`DPoP ${token}`)).toBe(401)
  expect(await statusOf(`Bearer ${token}`)).toBe(401)
  expect(await statusOf(`Bearer ${token}`, await proofOf(client, token))).toBe(401)
})

test('of simultaneous requests with one proof, one is answered', async () => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'dora')
  const proof = await proofOf(client, tokens.access_token)
  const sent = Array.from({ length: 8 }, async () => statusOf(`DPoP ${tokens.access_token}`, proof))
  expect((await Promise.all(sent)).filter((status) => status === 200)).toHaveLength(1)
})

test('a proof that is dated in the future is also accepted only once', async () => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'emil')
  const proof = await proofOf(client, tokens.access_token, { claims: { iat: now() + 290 } })
  expect(await statusOf(`DPoP ${tokens.access_token}`, proof)).toBe(200)
  const { rows } = await fixture.database.pool.query<{ isKept: boolean }>(
    `select max(expires_at) > now() + interval '590 seconds' as "isKept" from partner_artifact where kind = 'ReplayDetection'`,
  )
  expect(rows).toEqual([{ isKept: true }])
})

const otherKeys = await oauth.generateKeyPair('ES256', { extractable: true })
const otherJwk = await exportJWK(otherKeys.publicKey)
const privateJwk = await exportJWK(otherKeys.privateKey)
const secret = new TextEncoder().encode('a secret that both sides would know')

test.each<[string, Own]>([
  ['of another method', { claims: { htm: 'POST' } }],
  ['of another path', { claims: { htu: `${publicUrl}/partner/1/grants` } }],
  ['of another host', { claims: { htu: 'https://portal.example/partner/1/appliances' } }],
  ['of no address', { claims: { htu: '/partner/1/appliances' } }],
  ['of another token', { claims: { ath: createHash('sha256').update('another').digest('base64url') } }],
  ['of no token', { claims: { ath: undefined } }],
  ['of another key', { header: { jwk: otherJwk }, key: otherKeys.privateKey }],
  ["with its own key in the header and another's signature", { key: otherKeys.privateKey }],
  ['with a private key in its header', { header: { jwk: privateJwk }, key: otherKeys.privateKey }],
  ['without a key', { header: { jwk: undefined } }],
  ['of a clock that is ten minutes late', { claims: { iat: now() - 600 } }],
  ['of a clock that is ten minutes early', { claims: { iat: now() + 600 } }],
  ['without a date', { claims: { iat: undefined } }],
  ['that has expired', { claims: { exp: now() - 1 } }],
  ['without an id', { claims: { jti: undefined } }],
  ['with an id of 2 kB', { claims: { jti: 'x'.repeat(2_000) } }],
  ['of another type', { header: { typ: 'JWT' } }],
])('a proof %s is refused', async (_, own) => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'frida')
  expect(await statusOf(`DPoP ${tokens.access_token}`, await proofOf(client, tokens.access_token, own))).toBe(401)
  expect(await statusOf(`DPoP ${tokens.access_token}`, await proofOf(client, tokens.access_token))).toBe(200)
})

// The limit is 300 s. The claims are made in the test, because a time 310 s ahead becomes acceptable after 10 s.
test.each([-310, 310])('a proof of a clock that is %i s wrong is refused', async (offS) => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'frida')
  const proof = await proofOf(client, tokens.access_token, { claims: { iat: now() + offS } })
  expect(await statusOf(`DPoP ${tokens.access_token}`, proof)).toBe(401)
})

test('a proof without a signature, by a shared secret, or that is no proof is refused', async () => {
  const client = await publicClient()
  const { tokens } = await tokensOf(client, 'gerd')
  const authorization = `DPoP ${tokens.access_token}`
  const [, payload] = (await proofOf(client, tokens.access_token)).split('.')
  const jwk = await exportJWK(client.keys.publicKey)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ alg: 'none', typ: 'dpop+jwt', jwk })}.${payload}.`
  const symmetric = await new SignJWT({})
    .setProtectedHeader({
      alg: 'HS256',
      typ: 'dpop+jwt',
      jwk: { kty: 'oct', k: Buffer.from(secret).toString('base64url') } as JWK,
    })
    .sign(secret)
  for (const proof of [unsigned, symmetric, '', 'x', 'a.b.c', 'x'.repeat(7_000)])
    expect(await statusOf(authorization, proof)).toBe(401)
  const [one, two] = [await proofOf(client, tokens.access_token), await proofOf(client, tokens.access_token)]
  expect(await statusOf(authorization, `${one}, ${two}`)).toBe(401)
})

test('a bearer token is refused with a proof, and accepted as before', async () => {
  const client = await bind(await fixture.registerClient())
  const { tokens } = await tokensOf({ id: client.id, secret: client.secret, redirectUri: client.redirectUri }, 'hans')
  expect(tokens.token_type).toBe('bearer')
  expect(await statusOf(`DPoP ${tokens.access_token}`, await proofOf(client, tokens.access_token))).toBe(401)
  expect(await statusOf(`DPoP ${tokens.access_token}`)).toBe(401)
  expect(await statusOf(`Bearer ${tokens.access_token}`)).toBe(200)
})

test('the token endpoint refuses a proof of another address, method or time, and one that it has seen', async () => {
  const client = await bind(await fixture.registerClient())
  const ask = async (claims: Record<string, unknown>, proof?: string) => {
    const answer = await fetch(`${publicUrl}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
        dpop: proof ?? (await proofOf(client, '', { claims })),
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return answer.status
  }
  const right = { htm: 'POST', htu: `${publicUrl}/oauth/token` }
  expect(await ask({ ...right, htm: 'GET' })).toBe(400)
  expect(await ask({ ...right, htu: `${publicUrl}/oauth/par` })).toBe(400)
  for (const offS of [-600, -310, 310, 600]) expect(await ask({ ...right, iat: now() + offS })).toBe(400)
  const proof = await proofOf(client, '', { claims: right })
  expect([await ask({}, proof), await ask({}, proof)]).toEqual([200, 400])
})
