import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import {
  createTestBrowser,
  testPublicUrl,
  startTestPortal,
  type TestBrowser,
  type TestPortal,
} from '#test/identity/test-portal.ts'
import { testKeyPairs, type TokenRefusal } from '#test/identity/scripted-provider.ts'
import { digestOfSecret } from './sealer.ts'
import { claimTokenRenewal, findSession } from './store.ts'

let database: TestDatabase
let portal: TestPortal
let browser: TestBrowser

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  portal = await startTestPortal({ database })
  browser = createTestBrowser(portal)
  await browser.signIn()
})
afterEach(() => portal.close())

function renewals(): number {
  return portal.idp.grants.filter((grant) => grant.get('grant_type') === 'refresh_token').length
}

const tokenOf = (answer: LightMyRequestResponse): string => answer.json<{ accessToken: string }>().accessToken

async function expectSignedOut(answer: LightMyRequestResponse): Promise<void> {
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ code: 'unauthenticated' })
  expect(answer.cookies).toMatchObject([{ name: 'portal_session', value: '', maxAge: 0, path: '/' }])
}

test('the page gets an access token that the API accepts, with its expiry', async () => {
  const answer = await browser.post('/auth/token')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({
    accessToken: expect.any(String),
    expiresAt: new Date(portal.clock.now() + 5 * minuteMs).toISOString(),
  })
  expect(await portal.verify(tokenOf(answer))).toMatchObject({ subject: 'person-1' })
})

test('a token is renewed 60 s before it ends, not sooner', async () => {
  const first = tokenOf(await browser.post('/auth/token'))
  portal.clock.pass(4 * minuteMs - 1)
  expect(tokenOf(await browser.post('/auth/token'))).toBe(first)
  expect(renewals()).toBe(0)
  portal.clock.pass(1)
  expect(tokenOf(await browser.post('/auth/token'))).not.toBe(first)
  expect(renewals()).toBe(1)
})

test('three tabs whose token expires together cause one refresh call, and nobody is signed out', async () => {
  portal.clock.pass(10 * minuteMs)
  const answers = await Promise.all([1, 2, 3].map(() => browser.post('/auth/token')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(answers.map(tokenOf)).size).toBe(1)
  expect(renewals()).toBe(1)
})

test('tabs that reach different processes cause one refresh call', async () => {
  const other = createTestBrowser(portal, { app: await portal.createAnotherApp() })
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  portal.clock.pass(10 * minuteMs)
  portal.idp.script.tokenAnswer = 'held'
  const first = browser.post('/auth/token')
  await portal.idp.held()
  const second = other.post('/auth/token')
  portal.idp.release()
  expect(tokenOf(await second)).toBe(tokenOf(await first))
  expect(renewals()).toBe(1)
})

test('ten tabs at two processes at once cause one refresh call', async () => {
  const other = createTestBrowser(portal, { app: await portal.createAnotherApp() })
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  portal.clock.pass(10 * minuteMs)
  const asked = Array.from({ length: 10 }, (_, index) => (index % 2 ? browser : other).post('/auth/token'))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(tokenOf)).size).toBe(1)
  expect(renewals()).toBe(1)
})

test('a session read before a renewal cannot claim another one after it', async () => {
  const cookie = browser.cookies.get('portal_session') ?? ''
  portal.clock.pass(10 * minuteMs)
  const now = portal.clock.now()
  const before = await findSession(database.pool, digestOfSecret(cookie), now)
  await browser.post('/auth/token')
  const after = await findSession(database.pool, digestOfSecret(cookie), now)
  if (!before || !after) throw new Error('The session is gone.')
  expect(await claimTokenRenewal(database.pool, before, { now, until: now + 1 })).toBe(false)
  expect(await claimTokenRenewal(database.pool, after, { now, until: now + 1 })).toBe(true)
  expect(await claimTokenRenewal(database.pool, after, { now, until: now + 1 })).toBe(false)
})

test('a token with a lifetime of less than two minutes is renewed at half of it', async () => {
  portal.idp.script.accessLifetimeS = 40
  portal.clock.pass(10 * minuteMs)
  const short = tokenOf(await browser.post('/auth/token'))
  expect(tokenOf(await browser.post('/auth/token'))).toBe(short)
  portal.clock.pass(20_000)
  expect(tokenOf(await browser.post('/auth/token'))).not.toBe(short)
})

test('a refresh token used elsewhere ends the session: 401, the cookie is deleted, and no further request', async () => {
  portal.clock.pass(10 * minuteMs)
  await browser.post('/auth/token')
  const used = portal.idp.grants.at(-1)?.get('refresh_token') ?? ''
  const thief = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: used })
  const authorization = `Basic ${btoa('gateway-portal:client-secret-of-tests')}`
  await fetch(`${portal.idp.issuer}/token`, { method: 'POST', body: thief, headers: { authorization } })
  const before = renewals()
  portal.clock.pass(10 * minuteMs)
  const cookie = `portal_session=${browser.cookies.get('portal_session')}`
  await expectSignedOut(await browser.post('/auth/token'))
  expect(portal.calls.ended).toHaveLength(1)
  await expectSignedOut(await browser.post('/auth/token', { cookie }))
  expect(renewals()).toBe(before + 1)
})

test('renewing does not extend a session: it ends after 30 days', async () => {
  for (let day = 1; day < 30; day += 1) {
    portal.clock.pass(dayMs)
    expect((await browser.post('/auth/token')).statusCode).toBe(200)
  }
  portal.clock.pass(dayMs)
  await expectSignedOut(await browser.post('/auth/token'))
})

test('a session without use for 7 days ends', async () => {
  portal.clock.pass(7 * dayMs)
  await expectSignedOut(await browser.post('/auth/token'))
  expect(renewals()).toBe(0)
})

test('while the provider does not answer the result is 503, and the session stays', async () => {
  portal.clock.pass(10 * minuteMs)
  portal.idp.script.tokenAnswer = 'broken'
  const answer = await browser.post('/auth/token')
  expect([answer.statusCode, answer.cookies]).toEqual([503, []])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  portal.idp.script.tokenAnswer = 'ok'
  expect((await browser.post('/auth/token')).statusCode).toBe(200)
})

test('while the provider does not answer a token is used until it expires', async () => {
  const token = tokenOf(await browser.post('/auth/token'))
  portal.clock.pass(5 * minuteMs - 30_000)
  portal.idp.script.tokenAnswer = 'broken'
  expect(tokenOf(await browser.post('/auth/token'))).toBe(token)
  portal.clock.pass(30_000)
  expect((await browser.post('/auth/token')).statusCode).toBe(503)
})

const tokenRefusals: TokenRefusal[] = [
  { status: 429, error: 'slow_down' },
  { status: 408, error: 'invalid_request' },
  { status: 400, error: 'temporarily_unavailable' },
  { status: 503, error: 'invalid_grant' },
]

test.each(tokenRefusals)('a temporary error of the provider (%j) does not end the session', async (refusal) => {
  portal.clock.pass(10 * minuteMs)
  portal.idp.script.tokenAnswer = refusal
  expect((await browser.post('/auth/token')).statusCode).toBe(503)
  portal.idp.script.tokenAnswer = 'ok'
  expect((await browser.post('/auth/token')).statusCode).toBe(200)
})

const final: [TokenRefusal, string][] = [
  [{ status: 400, error: 'invalid_grant' }, ''],
  [{ status: 400, error: 'invalid_request' }, ''],
  [{ status: 403, error: 'a_word_of_its_own' }, ''],
  [{ status: 401, error: 'invalid_client' }, 'OIDC_CLIENT_SECRET'],
  [{ status: 401, error: 'invalid_client', challenge: 'Basic realm="provider"' }, 'OIDC_CLIENT_SECRET'],
  [{ status: 400, error: 'unauthorized_client' }, 'OIDC_CLIENT_ID'],
  [{ status: 400, error: 'invalid_scope' }, 'OIDC_SCOPE_NAMES'],
]

test.each(final)(
  'a renewal that the provider refuses (%j) ends the session, logged with its code',
  async (refusal, setting) => {
    portal.clock.pass(10 * minuteMs)
    portal.idp.script.tokenAnswer = refusal
    await expectSignedOut(await browser.post('/auth/token'))
    expect(portal.calls.ended).toHaveLength(1)
    const line = portal.lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'refresh token refused')
    expect(line).toMatchObject({ level: setting === '' ? 30 : 50, code: refusal.error })
    expect(line.check ?? '').toContain(setting)
  },
)

test('a renewal claimed by a killed process is done by another after 15 s', async () => {
  portal.clock.pass(10 * minuteMs)
  const until = new Date(portal.clock.now() + 15_000)
  await database.pool.query('update session set renewal_claimed_until = $1', [until])
  portal.clock.pass(15_000)
  expect((await browser.post('/auth/token')).statusCode).toBe(200)
})

test('a token whose key the provider has withdrawn is renewed before it expires', async () => {
  const dead = tokenOf(await browser.post('/auth/token'))
  portal.clock.pass(2 * minuteMs)
  portal.idp.script.keys = { second: testKeyPairs.second }
  await portal.verify(await portal.idp.accessToken())
  const alive = tokenOf(await browser.post('/auth/token'))
  expect(alive).not.toBe(dead)
  expect(await portal.verify(alive)).toBeTruthy()
})

test('a renewed token of another person ends the session', async () => {
  portal.clock.pass(10 * minuteMs)
  portal.idp.script.accessClaims = { sub: 'somebody-else' }
  await expectSignedOut(await browser.post('/auth/token'))
})

test('without refresh tokens a session lasts as long as its access token', async () => {
  portal.idp.script.refreshTokens = false
  const other = createTestBrowser(portal)
  await other.signIn()
  portal.clock.pass(5 * minuteMs - 1)
  expect((await other.post('/auth/token')).statusCode).toBe(200)
  portal.clock.pass(1)
  await expectSignedOut(await other.post('/auth/token'))
})

test('a session that ends while its token is being renewed stays ended, and the new refresh token is revoked', async () => {
  portal.clock.pass(10 * minuteMs)
  portal.idp.script.tokenAnswer = 'held'
  const cookie = `portal_session=${browser.cookies.get('portal_session')}`
  const asked = browser.post('/auth/token', { cookie })
  await portal.idp.held()
  await browser.post('/auth/logout', { cookie })
  portal.idp.release()
  await expectSignedOut(await asked)
  expect(portal.idp.revoked).toHaveLength(2)
})

test('a made-up, foreign or missing cookie is 401', async () => {
  for (const value of ['', 'x', 'A'.repeat(43), `${browser.cookies.get('portal_session')}x`]) {
    const answer = await createTestBrowser(portal).post('/auth/token', { cookie: `portal_session=${value}` })
    expect(answer.statusCode).toBe(401)
  }
  expect((await createTestBrowser(portal).post('/auth/token')).statusCode).toBe(401)
})

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: `${testPublicUrl}.evil.example` },
])("another site's page gets no token and ends no session (%j)", async (headers) => {
  for (const url of ['/auth/token', '/auth/logout']) {
    const answer = await browser.post(url, headers)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'foreign-origin'])
    expect(answer.cookies).toEqual([])
  }
  expect((await browser.post('/auth/token')).statusCode).toBe(200)
})

test.each([{ 'sec-fetch-site': 'same-origin' }, { origin: testPublicUrl }])(
  "the portal's own page gets one (%j)",
  async (headers) => {
    expect((await browser.post('/auth/token', headers)).statusCode).toBe(200)
  },
)

test('a token is returned only for POST', async () => {
  expect((await browser.get('/auth/token')).statusCode).toBe(404)
})

async function emailOfPerson(): Promise<unknown> {
  const text = `select email, email_verified as "isVerified" from person where subject = 'person-1' and issuer = $1`
  return (await database.pool.query(text, [portal.idp.issuer])).rows[0]
}

async function renewAfter(ms: number): Promise<void> {
  portal.clock.pass(ms)
  expect((await browser.post('/auth/token')).statusCode).toBe(200)
}

test('an address that the provider has verified since the sign-in is verified with the next renewal', async () => {
  expect(await emailOfPerson()).toEqual({ email: 'person@example.com', isVerified: false })
  portal.idp.script.idClaims = { email_verified: true }
  await renewAfter(10 * minuteMs)
  expect(await emailOfPerson()).toEqual({ email: 'person@example.com', isVerified: true })
  portal.idp.script.idClaims = { email_verified: false }
  await renewAfter(10 * minuteMs)
  expect(await emailOfPerson()).toEqual({ email: 'person@example.com', isVerified: false })
})

test('if only userinfo has the address, it is requested once an hour until the address is verified', async () => {
  const asked = () => portal.idp.count('/userinfo')
  portal.idp.script.idClaims = { email: undefined }
  portal.idp.script.userinfo = { sub: 'person-1', email: 'person@example.com', email_verified: false }
  for (const _ of [1, 2, 3]) await renewAfter(10 * minuteMs)
  expect([asked(), await emailOfPerson()]).toEqual([1, { email: 'person@example.com', isVerified: false }])
  portal.idp.script.userinfo['email_verified'] = true
  await renewAfter(hourMs)
  expect([asked(), await emailOfPerson()]).toEqual([2, { email: 'person@example.com', isVerified: true }])
  await renewAfter(hourMs)
  expect(asked()).toBe(2)
})

test('a renewed ID token with an invalid signature, or of another person, changes nothing', async () => {
  portal.idp.script.idClaims = { email: 'thief@example.com', email_verified: true }
  portal.idp.script.idSignedWith = testKeyPairs.second
  await renewAfter(10 * minuteMs)
  portal.idp.script.idSignedWith = null
  portal.idp.script.idClaims = { sub: 'somebody-else', email: 'thief@example.com', email_verified: true }
  await renewAfter(10 * minuteMs)
  expect(await emailOfPerson()).toEqual({ email: 'person@example.com', isVerified: false })
})

test('a failure of userinfo does not prevent the renewal', async () => {
  portal.idp.script.idClaims = { email: undefined }
  portal.idp.script.userinfo = { sub: 'somebody-else' }
  await renewAfter(10 * minuteMs)
  expect(await emailOfPerson()).toEqual({ email: 'person@example.com', isVerified: false })
})
