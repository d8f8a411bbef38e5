import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { ensureAccount } from '#stand-ins/identity/accounts.ts'
import { createIdentityProvider, type IdentityProvider } from '#stand-ins/identity/identity-provider.ts'
import {
  createScriptedSignInBrowser,
  parseHiddenForm,
  signInThroughPages,
  type ScriptedSignInBrowser as ProviderBrowser,
} from '#test/identity/sign-in-browser.ts'
import {
  createTestBrowser,
  testPublicUrl,
  startTestPortal,
  type TestBrowser,
  type TestPortal,
} from '#test/identity/test-portal.ts'

const client = { clientId: 'gateway-portal', clientSecret: 'client-secret-of-tests' }
const account = { email: 'owner@example.com', password: 'demo-password' }

let database: TestDatabase
let identity: IdentityProvider
let portal: TestPortal
let browser: TestBrowser
let atProvider: ProviderBrowser
let subject: string

beforeAll(async () => {
  database = await createTestDatabase()
  const now = Date.UTC(2030, 0, 1, 12)
  subject = await ensureAccount(database.pool, account)
  const clock = { now: () => Date.now() }
  identity = createIdentityProvider({ ...client, clock, databaseUrl: database.url, portalUrl: testPublicUrl })
  const { issuer } = await identity.listen(0)
  portal = await startTestPortal({ database, oidc: { issuer } })
  // Sets the portal's clock to the system's time, because the provider uses that time.
  portal.clock.pass(Date.now() - now)
})

afterAll(async () => {
  await portal.close()
  await identity.close()
  await database.close()
})

beforeEach(() => {
  browser = createTestBrowser(portal)
  atProvider = createScriptedSignInBrowser({ stopAt: testPublicUrl })
})

async function signedIn(): Promise<string> {
  const { headers } = await browser.get('/auth/login?returnTo=/appliances')
  const back = new URL((await signInThroughPages(atProvider, String(headers.location), account)).url)
  return String((await browser.get(back.pathname + back.search)).headers.location)
}

const accessToken = async (): Promise<string> => (await browser.post('/auth/token')).json().accessToken

test('a person signs in at the demo provider, and the API accepts them with every scope', async () => {
  expect(await signedIn()).toBe('/auth-complete?returnTo=%2Fappliances')
  const token = await portal.verify(await accessToken())
  expect(token.subject).toBe(subject)
  expect([...token.scopes]).toEqual([
    'gateway.claiming',
    'gateway.removal',
    'gateway.list',
    'gateway.users',
    'resource',
  ])
  const { rows } = await database.pool.query('select email, email_verified from person where subject = $1', [subject])
  expect(rows).toEqual([{ email: account.email, email_verified: true }])
})

test('its access token is renewed during the session', async () => {
  await signedIn()
  const first = await accessToken()
  await database.pool.query('update session set renew_at = $1', [new Date(0)])
  const second = await accessToken()
  expect(second).not.toBe(first)
  expect((await portal.verify(second)).subject).toBe(subject)
})

test('logging out ends both sessions: the provider asks for the password again', async () => {
  await signedIn()
  const { location } = (await browser.post('/auth/logout')).json<{ location: string }>()
  expect(new URL(location).searchParams.get('post_logout_redirect_uri')).toBe(`${testPublicUrl}/`)
  const { action, fields } = parseHiddenForm(await atProvider.get(location))
  const after = await atProvider.post(action, fields)
  expect(after.url).toBe(`${testPublicUrl}/`)
  expect((await browser.post('/auth/token')).statusCode).toBe(401)
  const { headers } = await browser.get('/auth/login')
  const again = await atProvider.get(String(headers.location))
  expect([again.status, again.text]).toEqual([200, expect.stringContaining('Password')])
})

test('its ID token is refused by the API', async () => {
  await signedIn()
  const { location } = (await browser.post('/auth/logout')).json<{ location: string }>()
  const idToken = new URL(location).searchParams.get('id_token_hint') ?? ''
  expect(idToken).toMatch(/^eyJ/)
  await expect(portal.verify(idToken)).rejects.toMatchObject({ kind: 'unauthenticated' })
})
