import { randomUUID } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dayMs, dayS } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { ensureAccount } from './accounts.ts'
import { createIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { apiScopes } from './provider-configuration.ts'
import {
  createScriptedSignInBrowser,
  parseHiddenForm,
  insertTestAccount,
  signInThroughPages,
} from '#test/identity/sign-in-browser.ts'
import type { ScriptedSignInBrowser, ScriptedSignInBrowserPage } from '#test/identity/sign-in-browser.ts'

const portalUrl = 'http://localhost:1'
const callback = `${portalUrl}/auth/callback`
const scope = ['openid profile email offline_access', ...apiScopes].join(' ')
const password = 'a long password'

let database: TestDatabase
let provider: IdentityProvider
let issuer: string
let portal: client.Configuration

beforeAll(async () => {
  database = await createTestDatabase()
  provider = identityProvider()
  issuer = (await provider.listen(0)).issuer
  portal = await discover()
})

afterEach(() => {
  vi.useRealTimers()
})

afterAll(async () => {
  await provider.close()
  await database.close()
})

test('a person signs in by authorization code with PKCE, state and nonce', async () => {
  const { tokens, email, sub } = await signedIn()
  expect(tokens.claims()).toMatchObject({ sub, email, iss: issuer, aud: 'portal' })
  expect(tokens.refresh_token).toEqual(expect.any(String))
})

test('an access token is a JWT for the API with the requested scopes and a lifetime of five minutes', async () => {
  const { tokens, sub } = await signedIn()
  const keys = createRemoteJWKSet(new URL(portal.serverMetadata().jwks_uri ?? ''))
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
    issuer,
    audience: 'gateway-portal',
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(payload).toMatchObject({ sub, scope: apiScopes.join(' ') })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
})

test('an access token has only requested scopes', async () => {
  const { tokens } = await signedIn({ scope: 'openid gateway.list' })
  expect(decodeJwt(tokens.access_token)['scope']).toBe('gateway.list')
})

test('an authorization request without PKCE is refused', async () => {
  const url = client.buildAuthorizationUrl(portal, { redirect_uri: callback, scope, state: 'a-state' })
  const page = await createScriptedSignInBrowser({ stopAt: portalUrl }).get(url.href)
  expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request')
})

test('only the exact redirect address of the portal is accepted', async () => {
  const { url } = await authorizationRequest({ redirectUri: `${portalUrl}/auth/callback/elsewhere` })
  const page = await createScriptedSignInBrowser({ stopAt: portalUrl }).get(url)
  expect(page.status).toBe(400)
  expect(page.text).toContain('invalid_redirect_uri')
})

test('each refresh returns a new refresh token and a new access token', async () => {
  const { tokens, email } = await signedIn()
  const refreshed = await client.refreshTokenGrant(portal, refreshTokenOf(tokens))
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect(refreshed.access_token).not.toBe(tokens.access_token)
  expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: 'gateway-portal', scope: apiScopes.join(' ') })
  expect(refreshed.claims()).toMatchObject({ email })
})

test('the replay of a used refresh token revokes its whole family', async () => {
  const { tokens } = await signedIn()
  const refreshed = await client.refreshTokenGrant(portal, refreshTokenOf(tokens))
  await expect(client.refreshTokenGrant(portal, refreshTokenOf(tokens))).rejects.toThrow(refusedGrant)
  await expect(client.refreshTokenGrant(portal, refreshTokenOf(refreshed))).rejects.toThrow(refusedGrant)
})

test('of simultaneous uses of one refresh token at most one succeeds', async () => {
  const { tokens } = await signedIn()
  const attempts = Array.from({ length: 5 }, () => client.refreshTokenGrant(portal, refreshTokenOf(tokens)))
  const results = await Promise.allSettled(attempts)
  expect(results.filter((result) => result.status === 'fulfilled').length).toBeLessThanOrEqual(1)
})

test('rotation does not extend the lifetime of a refresh token', async () => {
  const { tokens } = await signedIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 13 * dayMs)
  const rotated = await client.refreshTokenGrant(portal, refreshTokenOf(tokens))
  vi.setSystemTime(Date.now() + 1.1 * dayMs)
  await expect(client.refreshTokenGrant(portal, refreshTokenOf(rotated))).rejects.toThrow(refusedGrant)
})

test('an account created during the sign-in can sign in again', async () => {
  const credentials = { email: newEmail(), password }
  const { url, finish } = await authorizationRequest()
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const page = await browser.get(url)
  const created = await finish(await browser.post(`${page.url}/create-account`, credentials))
  const again = await authorizationRequest()
  const tokens = await again.finish(
    await signInThroughPages(createScriptedSignInBrowser({ stopAt: portalUrl }), again.url, credentials),
  )
  expect(tokens.claims()?.sub).toBe(created.claims()?.sub)
})

test('the names of a new account are claims of its ID token, and an empty name is none', async () => {
  const names = { 'given-name': ' Zoë ', 'family-name': ' ' }
  const { url, finish } = await authorizationRequest()
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const page = await browser.get(url)
  const form = { email: newEmail(), password, ...names }
  const created = await finish(await browser.post(`${page.url}/create-account`, form))
  expect(created.claims()).toMatchObject({ given_name: 'Zoë' })
  expect(created.claims()).not.toHaveProperty('family_name')
})

test('the button on the sign-in page opens the empty form of a new account, keeping the email', async () => {
  const { browser, page } = await signInPage()
  const form = await browser.post(`${page.url}/create-account`, { email: 'kept@example.com', password: '' })
  expect(form.status).toBe(200)
  expect(form.text).toContain('value="kept@example.com"')
  expect(form.text).not.toContain('aria-invalid')
})

test('an account with a short password, an invalid or existing email is refused at its field', async () => {
  const taken = newEmail()
  await insertTestAccount(database.pool, { email: taken, password })
  const { browser, page } = await signInPage()
  const create = (email: string, word: string) =>
    browser.post(`${page.url}/create-account`, { email, password: word, submitted: 'yes' })
  expect((await create(newEmail(), 'short')).text).toContain('at least 8 characters')
  expect((await create('no email', password)).text).toContain('Enter an email address like')
  expect((await create(taken.toUpperCase(), password)).text).toContain('already exists')
  expect((await create('', '')).text).toContain('Enter your email address.')
})

test('an error keeps typed values', async () => {
  const { browser, page } = await signInPage()
  const scriptedSignInBrowserPage = await browser.post(page.url, { email: 'typed@example.com', password: 'wrong' })
  expect(scriptedSignInBrowserPage.status).toBe(422)
  expect(scriptedSignInBrowserPage.text).toContain('value="typed@example.com"')
})

test('typed values are shown as text', async () => {
  const { browser, page } = await signInPage()
  const scriptedSignInBrowserPage = await browser.post(page.url, {
    email: '"><script>alert(1)</script>',
    password: 'wrong',
  })
  expect(scriptedSignInBrowserPage.text).not.toContain('<script>alert')
})

test('an unknown email and a wrong password get the same answer', async () => {
  const existing = newEmail()
  await insertTestAccount(database.pool, { email: existing, password })
  const { browser, page } = await signInPage()
  const answers = await Promise.all(
    [existing, newEmail()].map(async (email) => {
      const { status, text } = await browser.post(page.url, { email, password: 'wrong password' })
      return { status, text: text.replaceAll(email, 'EMAIL') }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})

test('passwords are stored as scrypt hashes with a salt each, never as plain text', async () => {
  const emails = [newEmail(), newEmail()]
  for (const email of emails) await ensureAccount(database.pool, { email, password })
  const { rows } = await database.pool.query<{ password_hash: string }>(
    'select password_hash from identity.account where email = any($1)',
    [emails],
  )
  expect(rows.map((row) => row.password_hash)).toEqual([expect.stringMatching(/^scrypt\$15\$/), expect.any(String)])
  expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash)
  const dump = await database.pool.query<{ row: string }>(
    'select a::text as row from identity.account a union all select t::text from identity.artifact t',
  )
  expect(dump.rows.filter(({ row }) => row.includes(password))).toEqual([])
})

test('an existing account keeps its password and its sub', async () => {
  const email = newEmail()
  const sub = await ensureAccount(database.pool, { email, password })
  expect(await ensureAccount(database.pool, { email: email.toUpperCase(), password: 'another password' })).toBe(sub)
  const { url, finish } = await authorizationRequest()
  const tokens = await finish(
    await signInThroughPages(createScriptedSignInBrowser({ stopAt: portalUrl }), url, { email, password }),
  )
  expect(tokens.claims()?.sub).toBe(sub)
})

test('signing out with the ID token asks nothing, ends the session and the tokens, and returns to the portal', async () => {
  const { tokens, browser } = await signedIn()
  const url = client.buildEndSessionUrl(portal, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${portalUrl}/`,
  })
  const page = await browser.get(url.href)
  expect(page.text).toContain('/submit.js')
  const { action, fields } = parseHiddenForm(page)
  expect(fields['logout']).toBe('yes')
  expect((await browser.post(action, fields)).url).toBe(`${portalUrl}/`)
  await expect(client.refreshTokenGrant(portal, refreshTokenOf(tokens))).rejects.toThrow(refusedGrant)
  expect((await browser.get((await authorizationRequest()).url)).text).toContain('Sign in')
})

test('signing out works with an ID token that has expired', async () => {
  const { tokens, browser } = await signedIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + dayMs)
  const url = client.buildEndSessionUrl(portal, { id_token_hint: tokens.id_token ?? '' })
  expect((await browser.get(url.href)).text).toContain('/submit.js')
})

test('signing out without the ID token asks first', async () => {
  const { browser } = await signedIn()
  const page = await browser.get(`${issuer}/session/end`)
  expect(page.text).toContain('Stay signed in')
  expect(page.text).not.toContain('/submit.js')
})

test('signing out never redirects to another site', async () => {
  const { tokens, browser } = await signedIn()
  const url = client.buildEndSessionUrl(portal, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'https://elsewhere.example/',
  })
  expect((await browser.get(url.href)).status).toBe(400)
})

test('a revoked refresh token is refused', async () => {
  const { tokens } = await signedIn()
  await client.tokenRevocation(portal, refreshTokenOf(tokens))
  await expect(client.refreshTokenGrant(portal, refreshTokenOf(tokens))).rejects.toThrow(refusedGrant)
})

test('userinfo accepts only the access token', async () => {
  const { tokens, email, sub } = await signedIn()
  const found = await client.fetchUserInfo(portal, tokens.access_token, sub)
  expect(found).toMatchObject({ sub, email })
  const refused = await fetch(`${issuer}/me`, { headers: { Authorization: `Bearer ${tokens.id_token}` } })
  expect(refused.status).toBe(401)
})

test('a second sign-in of the same browser asks no password', async () => {
  const { browser, sub } = await signedIn()
  const { url, finish } = await authorizationRequest()
  const tokens = await finish(await browser.get(url))
  expect(tokens.claims()?.sub).toBe(sub)
})

test('signing keys are kept over a restart', async () => {
  const before = await publishedKids(issuer)
  const second = identityProvider()
  const restarted = await second.listen(0)
  expect(await publishedKids(restarted.issuer)).toEqual(before)
  await second.close()
})

test('a rotated key signs at once, and the old one stays published until it is dropped', async () => {
  const [oldKid] = await publishedKids(issuer)
  const newKid = await provider.rotateKeys()
  expect(await publishedKids(issuer)).toEqual([newKid, oldKid])
  const { tokens } = await signedIn()
  expect(decodeProtectedHeader(tokens.access_token).kid).toBe(newKid)
  const lastKid = await provider.rotateKeys({ dropOld: true })
  expect(await publishedKids(issuer)).toEqual([lastKid])
})

test('cookies differ in name from those of the portal and are not readable by scripts', async () => {
  const response = await fetch((await authorizationRequest()).url, { redirect: 'manual' })
  const cookies = response.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/^idp_.*httponly/i)
})

test('no page may be framed or run foreign scripts', async () => {
  const { page } = await signInPage()
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors 'none'`)
  expect(policy).toContain(`script-src 'self'`)
})

test('a form posted from another origin is refused', async () => {
  const { page } = await signInPage()
  const response = await fetch(page.url, { method: 'POST', headers: { Origin: 'https://elsewhere.example' } })
  expect([400, 403]).toContain(response.status)
})

const refusedGrant = expect.objectContaining({ error: 'invalid_grant' })

function identityProvider(): IdentityProvider {
  return createIdentityProvider({
    databaseUrl: database.url,
    clientId: 'portal',
    clientSecret: 'a-secret-of-the-test',
    portalUrl,
    // The session lasts longer than a refresh token, so that only the refresh token expires in a test.
    lifetimes: { session: 60 * dayS },
  })
}

function discover(): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), 'portal', {}, client.ClientSecretBasic('a-secret-of-the-test'), {
    execute: [client.allowInsecureRequests],
  })
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

function refreshTokenOf(tokens: { refresh_token?: string }): string {
  return tokens.refresh_token ?? ''
}

async function authorizationRequest({ redirectUri = callback, wanted = scope } = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(portal, {
    redirect_uri: redirectUri,
    scope: wanted,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return {
    url: url.href,
    finish: (page: ScriptedSignInBrowserPage): Promise<Tokens> =>
      client.authorizationCodeGrant(portal, new URL(page.url), checks),
  }
}

async function signInPage(): Promise<{ browser: ScriptedSignInBrowser; page: ScriptedSignInBrowserPage }> {
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  return { browser, page: await browser.get((await authorizationRequest()).url) }
}

async function signedIn({ scope: wanted = scope } = {}) {
  const email = newEmail()
  const sub = await insertTestAccount(database.pool, { email, password })
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const { url, finish } = await authorizationRequest({ wanted })
  const tokens = await finish(await signInThroughPages(browser, url, { email, password }))
  return { tokens, email, sub, browser }
}

async function publishedKids(of: string): Promise<string[]> {
  const response = await fetch(`${of}/jwks`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  return keys.map((key) => key.kid)
}

function newEmail(): string {
  return `person-${randomUUID()}@example.com`
}
