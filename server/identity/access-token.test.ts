import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base64url, exportJWK, exportSPKI, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createAccessTokenVerifier, type AccessTokenVerifier } from './access-token.ts'
import { createOpenIdProvider, type OpenIdProvider } from './openid-provider.ts'
import { createRecordingLog } from '#test/identity/recording-log.ts'
import { createManualClock, type ManualClock } from '#test/identity/manual-clock.ts'
import { testKeyPairs, startScriptedProvider, type ScriptedProvider } from '#test/identity/scripted-provider.ts'

let clock: ManualClock
let idp: ScriptedProvider
let provider: OpenIdProvider
let verify: AccessTokenVerifier

const oidc = { audience: 'gateway-portal', scopeClaim: 'scope', scopeNames: new Map<string, string>() }
const refused = { kind: 'unauthenticated' }

beforeEach(async () => {
  clock = createManualClock()
  idp = await startScriptedProvider({ clock })
  provider = createOpenIdProvider({
    oidc: { issuer: idp.issuer, clientId: 'gateway-portal' },
    clock,
    log: createRecordingLog().log,
  })
  verify = createAccessTokenVerifier({ provider, oidc, clock })
})

afterEach(() => idp.close())

const nowS = (): number => clock.now() / 1000

test('a signed access token has issuer, subject, scopes and expiry', async () => {
  const token = await idp.accessToken({ claims: { scope: 'openid gateway.list other resource' } })
  expect(await verify(token)).toEqual({
    issuer: idp.issuer,
    subject: 'person-1',
    scopes: new Set(['gateway.list', 'resource']),
    expiresAt: clock.now() + 300_000,
  })
})

test.each(['', 'garbage', 'a.b.c', '..', `${'x'.repeat(20_000)}.y.z`, 'eyJhbGciOiJSUzI1NiJ9.e30.'])(
  'an invalid bearer token is refused without a request to the provider (%#)',
  async (token) => {
    await expect(verify(token)).rejects.toMatchObject(refused)
    expect(idp.count('/jwks')).toBeLessThanOrEqual(1)
  },
)

test('a token with alg none is refused', async () => {
  const [, payload] = (await idp.accessToken()).split('.')
  for (const alg of ['none', 'None', 'NONE']) {
    const header = base64url.encode(JSON.stringify({ alg, typ: 'at+jwt', kid: 'first' }))
    await expect(verify(`${header}.${payload}.`)).rejects.toMatchObject(refused)
  }
})

test('a token signed by HS256 with the public key as its secret is refused', async () => {
  const [, payload = ''] = (await idp.accessToken()).split('.')
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)))
  const publicKeys = [
    await exportSPKI(testKeyPairs.first.publicKey),
    JSON.stringify(await exportJWK(testKeyPairs.first.publicKey)),
  ]
  for (const secret of publicKeys) {
    const forged = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })
    await expect(verify(await forged.sign(new TextEncoder().encode(secret)))).rejects.toMatchObject(refused)
  }
})

test('a token signed by another key under a registered or unknown key id is refused', async () => {
  const forged = { signedWith: testKeyPairs.second }
  await expect(verify(await idp.accessToken(forged))).rejects.toMatchObject(refused)
  await expect(verify(await idp.accessToken({ ...forged, header: { kid: 'made-up' } }))).rejects.toMatchObject(refused)
})

test('a token with its own key is refused, and nothing is fetched for it', async () => {
  let fetched = 0
  const attacker = createServer((_request, response) => {
    fetched += 1
    response.end('{"keys":[]}')
  })
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}/keys`
  const jwk = await exportJWK(testKeyPairs.second.publicKey)
  for (const header of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }]) {
    const token = await idp.accessToken({ header, signedWith: testKeyPairs.second })
    await expect(verify(token)).rejects.toMatchObject(refused)
    const signedRight = await idp.accessToken({ header })
    await expect(verify(signedRight)).rejects.toMatchObject(refused)
  }
  expect([fetched, idp.count('/jwks')]).toEqual([0, 0])
  await new Promise((resolve) => attacker.close(resolve))
})

test('an expired token is refused, with a tolerance of at most 60 s', async () => {
  expect(await verify(await idp.accessToken({ claims: { exp: nowS() - 10 } }))).toBeTruthy()
  await expect(verify(await idp.accessToken({ claims: { exp: nowS() - 60 } }))).rejects.toMatchObject(refused)
})

test('a token that is not valid yet is refused, with a tolerance of at most 60 s', async () => {
  expect(await verify(await idp.accessToken({ claims: { nbf: nowS() + 10 } }))).toBeTruthy()
  await expect(verify(await idp.accessToken({ claims: { nbf: nowS() + 61 } }))).rejects.toMatchObject(refused)
})

test('a cached token is refused once it has expired', async () => {
  const token = await idp.accessToken({ claims: { exp: nowS() + 60 } })
  await verify(token)
  clock.pass(60_000 + 60_000)
  await expect(verify(token)).rejects.toMatchObject(refused)
})

test.each([
  { exp: undefined },
  { sub: undefined },
  { sub: '' },
  { sub: 'a\u0000b' },
  { sub: 'x'.repeat(256) },
  { sub: 4711 },
])('a token without expiry or a valid subject is refused (%j)', async (claims) => {
  await expect(verify(await idp.accessToken({ claims }))).rejects.toMatchObject(refused)
})

test('an ID token used as bearer is refused, regardless of the type in its header', async () => {
  const claims = { nonce: 'n', at_hash: 'h', scope: 'openid gateway.list' }
  for (const typ of ['JWT', undefined, 'id+jwt', 'logout+jwt']) {
    await expect(verify(await idp.idToken({ claims, header: { typ } }))).rejects.toMatchObject(refused)
    await expect(verify(await idp.idToken({ header: { typ } }))).rejects.toMatchObject(refused)
  }
  const named = { scope: 'gateway.list', typ: 'ID' }
  await expect(verify(await idp.idToken({ claims: named }))).rejects.toMatchObject(refused)
})

test('plain JWTs of a provider are accepted', async () => {
  for (const typ of ['JWT', undefined, 'application/at+jwt', 'AT+JWT']) {
    const token = await idp.accessToken({ header: { typ } })
    expect(await verify(token)).toMatchObject({ subject: 'person-1' })
  }
})

test('a token for another audience is refused', async () => {
  for (const aud of ['other', ['other', 'more'], '', undefined]) {
    await expect(verify(await idp.accessToken({ claims: { aud } }))).rejects.toMatchObject(refused)
  }
  expect(await verify(await idp.accessToken({ claims: { aud: ['other', 'gateway-portal'] } }))).toBeTruthy()
})

test.each(['audience', 'kind', 'form'])(
  'the refusal of a token of another %s says that it is for another API',
  async (of) => {
    const other = {
      audience: await idp.accessToken({ claims: { aud: 'https://portal.example/partner/1' } }),
      kind: await idp.accessToken({ claims: { nonce: 'n' }, header: { typ: 'JWT' } }),
      // The authorization server for third parties issues tokens of this form.
      form: base64url.encode(new Uint8Array(32)),
    }
    const refusal = { kind: 'unauthenticated', detail: { token: 'for-other-api' } }
    await expect(verify(other[of as keyof typeof other])).rejects.toMatchObject(refusal)
  },
)

test('a token with an invalid signature is not said to be for another API', async () => {
  const forged = await idp.accessToken({ signedWith: testKeyPairs.second, claims: { aud: 'other' } })
  const error: unknown = await verify(forged).catch((refusal: unknown) => refusal)
  expect(error).toMatchObject(refused)
  expect(error).not.toHaveProperty('detail.token')
})

test('a token of a second provider is refused, even with the same key', async () => {
  const second = await startScriptedProvider({ clock })
  await expect(verify(await second.accessToken())).rejects.toMatchObject(refused)
  await second.close()
})

test('scopes are read from the configured claim under the configured names', async () => {
  const accessTokenVerifier = createAccessTokenVerifier({
    provider,
    clock,
    oidc: { ...oidc, scopeClaim: 'scp', scopeNames: new Map([['gateway.list', 'api://portal/list']]) },
  })
  const claims = { scope: undefined, scp: ['api://portal/list', 'resource', 7] }
  const { scopes } = await accessTokenVerifier(await idp.accessToken({ claims }))
  expect(scopes).toEqual(new Set(['gateway.list', 'resource']))
  const accessToken = await accessTokenVerifier(await idp.accessToken({ claims: { scp: 'gateway.list' } }))
  expect(accessToken.scopes).toEqual(new Set())
})

test('a rotated key is accepted within one refetch', async () => {
  await verify(await idp.accessToken())
  idp.script.keys = { second: testKeyPairs.second, first: testKeyPairs.first }
  await verify(await idp.accessToken())
  expect(idp.count('/jwks')).toBe(2)
})

test('tokens of a removed key are refused after the next refetch, including cached ones', async () => {
  const old = await idp.accessToken({ claims: { exp: nowS() + 3600 } })
  await verify(old)
  idp.script.keys = { second: testKeyPairs.second }
  await verify(await idp.accessToken())
  await expect(verify(old)).rejects.toMatchObject(refused)
})

test('1,000 made-up key ids cause a limited number of fetches', async () => {
  await verify(await idp.accessToken())
  const forged = await idp.accessToken({ signedWith: testKeyPairs.second })
  const [, payload, signature] = forged.split('.')
  for (let index = 0; index < 1000; index += 1) {
    const header = base64url.encode(JSON.stringify({ alg: 'RS256', kid: `made-up-${index}`, typ: 'at+jwt' }))
    await expect(verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject(refused)
  }
  expect(idp.count('/jwks')).toBeLessThanOrEqual(5)
})

test('while the keys cannot be fetched, the cached ones are used', async () => {
  await verify(await idp.accessToken())
  idp.script.keysAnswer = 'broken'
  clock.pass(9 * minuteMs)
  expect(await verify(await idp.accessToken({ claims: { jti: 'new' } }))).toBeTruthy()
})

test('once the cached keys are too old, the answer is unavailable', async () => {
  const token = await idp.accessToken({ claims: { exp: nowS() + 3600 } })
  await verify(token)
  idp.script.keysAnswer = 'broken'
  clock.pass(10 * minuteMs)
  await expect(verify(token)).rejects.toMatchObject({ kind: 'unavailable' })
  idp.script.keysAnswer = 'ok'
  clock.pass(1_000)
  expect(await verify(token)).toBeTruthy()
})

test('a provider that is down makes the answer unavailable, not a refusal of the person', async () => {
  const token = await idp.accessToken()
  await idp.close()
  await expect(verify(token)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('the signature of a cached token is not checked again', async () => {
  const token = await idp.accessToken()
  const first = await verify(token)
  expect(await verify(token)).toBe(first)
})
