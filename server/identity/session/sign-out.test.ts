import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { digestOfToken } from '../store.ts'
import {
  createTestBrowser,
  testPublicUrl,
  startTestPortal,
  type TestBrowser,
  type TestPortal,
} from '#test/identity/test-portal.ts'

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

async function personId(): Promise<string> {
  const { rows } = await database.pool.query('select id from person where issuer = $1', [portal.idp.issuer])
  return rows[0].id
}

test("logging out redirects to the provider's end of session with id_token_hint and the return address", async () => {
  const answer = await browser.post('/auth/logout')
  expect(answer.statusCode).toBe(200)
  const location = new URL(answer.json<{ location: string }>().location)
  expect(location.origin + location.pathname).toBe(`${portal.idp.issuer}/end-session`)
  expect(Object.fromEntries(location.searchParams)).toEqual({
    client_id: 'gateway-portal',
    post_logout_redirect_uri: `${testPublicUrl}/`,
    id_token_hint: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
  })
})

test('logging out revokes the refresh token, drops the subscriptions and publishes the end of the session', async () => {
  const { accessToken } = (await browser.post('/auth/token')).json<{ accessToken: string }>()
  await browser.post('/auth/logout')
  expect(portal.idp.revoked).toEqual([expect.stringMatching(/^refresh-/)])
  expect(portal.calls).toMatchObject({ dropped: [await personId()], ended: [await personId()] })
  expect(portal.calls.endedTokens).toEqual([digestOfToken(accessToken).toString('base64url')])
})

test('the subscriptions are dropped while the session still exists', async () => {
  const seen: number[] = []
  const app = await portal.createAnotherApp({
    dropSubscriptions: async () => {
      const { rows } = await database.pool.query('select from session where person_id = $1', [await personId()])
      seen.push(rows.length)
    },
  })
  const other = createTestBrowser(portal, { app })
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  await other.post('/auth/logout')
  expect(seen).toEqual([1])
})

test('after logging out the cookie is deleted, cached pages are cleared and the session gives no token', async () => {
  const cookie = `portal_session=${browser.cookies.get('portal_session')}`
  const answer = await browser.post('/auth/logout')
  expect(answer.cookies).toMatchObject([{ name: 'portal_session', value: '', maxAge: 0 }])
  expect(answer.headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
  expect((await browser.post('/auth/token', { cookie })).statusCode).toBe(401)
})

test('logging out ends only this session', async () => {
  const elsewhere = createTestBrowser(portal)
  await elsewhere.signIn()
  await browser.post('/auth/logout')
  expect((await elsewhere.post('/auth/token')).statusCode).toBe(200)
})

test('logging out twice, or without a session, redirects to the start', async () => {
  const cookie = `portal_session=${browser.cookies.get('portal_session')}`
  await browser.post('/auth/logout')
  for (const headers of [{ cookie }, {}]) {
    const answer = await browser.post('/auth/logout', headers)
    expect([answer.statusCode, answer.json()]).toEqual([200, { location: `${testPublicUrl}/` }])
  }
  expect(portal.calls.ended).toHaveLength(1)
})

test('a provider that does not answer does not prevent the logout', async () => {
  await portal.idp.close()
  const answer = await browser.post('/auth/logout')
  expect(answer.statusCode).toBe(200)
  expect(new URL(answer.json<{ location: string }>().location).pathname).toBe('/end-session')
  expect((await browser.post('/auth/token')).statusCode).toBe(401)
})

test('a provider without an end of session redirects to the start', async () => {
  const plain = await startTestPortal({ database })
  plain.idp.script.metadata = { end_session_endpoint: undefined, revocation_endpoint: undefined }
  const other = createTestBrowser(plain)
  await other.signIn()
  expect((await other.post('/auth/logout')).json()).toEqual({ location: `${testPublicUrl}/` })
  await plain.close()
})
