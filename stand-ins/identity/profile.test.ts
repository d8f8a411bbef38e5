import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { createIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  createScriptedSignInBrowser,
  parseHiddenForm,
  insertTestAccount,
  signInThroughPages,
} from '#test/identity/sign-in-browser.ts'
import type { ScriptedSignInBrowser } from '#test/identity/sign-in-browser.ts'

const portalUrl = 'http://localhost:1'
const password = 'a long password'
let database: TestDatabase
let provider: IdentityProvider
let issuer: string

beforeAll(async () => {
  database = await createTestDatabase()
  provider = createIdentityProvider({
    databaseUrl: database.url,
    clientId: 'portal',
    clientSecret: 'a-secret-of-the-test',
    portalUrl,
    limits: { perAccount: 3 },
  })
  issuer = (await provider.listen(0)).issuer
})

afterAll(async () => {
  await provider.close()
  await database.close()
})

test('the profile page requires a sign-in through the portal', async () => {
  const page = await createScriptedSignInBrowser().get(`${issuer}/profile`)
  expect(page.status).toBe(401)
  expect(page.text).toContain(`${portalUrl}/auth/login?returnTo=%2Fauth%2Fprofile`)
})

test('a person changes the email and signs in with it', async () => {
  const { browser, email } = await signedIn()
  const changed = `new-${email}`
  const page = await browser.post(`${issuer}/profile/email`, { ...(await csrf(browser)), email: changed })
  expect(page.text).toContain('Your email address has been changed.')
  expect(await canSignIn({ email: changed, password })).toBe(true)
  expect(await canSignIn({ email, password })).toBe(false)
})

test('an email of another account is refused and stays in the field', async () => {
  const taken = newEmail()
  await insertTestAccount(database.pool, { email: taken, password })
  const { browser } = await signedIn()
  const page = await browser.post(`${issuer}/profile/email`, { ...(await csrf(browser)), email: taken })
  expect(page.text).toContain('already exists')
  expect(page.text).toContain(`value="${taken}"`)
})

test('a person changes the password and is signed out everywhere else', async () => {
  const { browser, email } = await signedIn()
  const elsewhere = await signedIn(email)
  const page = await browser.post(`${issuer}/profile/password`, {
    ...(await csrf(browser)),
    'current-password': password,
    'new-password': 'another long password',
  })
  expect(page.text).toContain('Your password has been changed.')
  expect((await elsewhere.browser.get(`${issuer}/profile`)).status).toBe(401)
  expect(await canSignIn({ email, password: 'another long password' })).toBe(true)
  expect(await canSignIn({ email, password })).toBe(false)
})

test('a new password needs the current one and eight characters', async () => {
  const { browser } = await signedIn()
  const fields = { ...(await csrf(browser)), 'current-password': 'wrong', 'new-password': 'short' }
  const page = await browser.post(`${issuer}/profile/password`, fields)
  expect(page.text).toContain('not your current password')
  expect(page.text).toContain('at least 8 characters')
})

test('a form without the token of this session changes nothing', async () => {
  const { browser, email } = await signedIn()
  const page = await browser.post(`${issuer}/profile/email`, { csrf: 'x', email: newEmail() })
  expect(page.status).toBe(403)
  expect(await canSignIn({ email, password })).toBe(true)
})

test("the sign-in is in the requested language, otherwise in the browser's", async () => {
  const german = await createScriptedSignInBrowser({ stopAt: portalUrl }).get(`${authorizationUrl()}&ui_locales=de`)
  expect(german.text).toContain('<html lang="de">')
  expect(german.text).toContain('Konto erstellen')
  const other = await createScriptedSignInBrowser({ stopAt: portalUrl }).get(`${authorizationUrl()}&ui_locales=xx`)
  expect(other.text).toContain('Create account')
})

test('a person who signs in can choose another language for all pages of that sign-in, and open the help', async () => {
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const scriptedSignInBrowserPage = await browser.get(`${authorizationUrl()}&ui_locales=de`)
  expect(scriptedSignInBrowserPage.text).toContain(`<a href="${portalUrl}/help">Hilfe und Kontakt</a>`)
  expect(scriptedSignInBrowserPage.text).toContain('Sprache: Deutsch')
  const chosen = await browser.get(`${scriptedSignInBrowserPage.url}?ui_locales=cs`)
  expect(chosen.text).toContain('<html lang="cs">')
  expect((await browser.get(`${scriptedSignInBrowserPage.url}/create-account`)).text).toContain('<html lang="cs">')
  expect((await browser.get(`${authorizationUrl()}&ui_locales=de`)).text).toContain('<html lang="de">')
})

test('the pages use the typeface of the portal', async () => {
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const sheet = await browser.get(`${issuer}/style.css`)
  const [, file = ''] = /src: url\(([^)]+)\)/u.exec(sheet.text) ?? []
  const answer = await fetch(`${issuer}${file}`)
  expect(answer.headers.get('content-type')).toBe('font/woff2')
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  expect(answer.headers.get('content-security-policy')).toContain("font-src 'self'")
})

test('every page keeps the language of the previous one, until another is requested', async () => {
  const { browser } = await signedIn(newEmail(), '&ui_locales=de')
  const profile = await browser.get(`${issuer}/profile`)
  expect(profile.text).toContain('<html lang="de">')
  expect(profile.text).toContain('Passwort ändern')
  expect((await browser.get(`${issuer}/session/end`)).text).toContain('Angemeldet bleiben')
  expect((await browser.get(`${issuer}/auth`)).text).toContain('Das hat nicht geklappt')
  expect((await browser.get(`${issuer}/profile?ui_locales=fr`)).text).toContain('Modifier le profil')
  const scriptedSignInBrowserPage = await browser.post(`${issuer}/profile/email`, { csrf: 'x', email: newEmail() })
  expect(scriptedSignInBrowserPage.text).toContain('Ouvrir à nouveau')
})

test('every page has the style of the brand', async () => {
  const identityProvider = createIdentityProvider({
    databaseUrl: database.url,
    clientId: 'portal',
    clientSecret: 'a-secret-of-the-test',
    portalUrl,
    brandsFolder: 'brands',
    defaultBrand: 'cedar',
  })
  const { issuer: origin } = await identityProvider.listen(0)
  const pages = ['profile', 'session/end/success', 'auth', 'interaction/none'].map((path) => fetch(`${origin}/${path}`))
  for (const page of pages) expect(await (await page).text()).toContain('href="/brand/cedar.css"')
  const chosen = await fetch(`${origin}/auth`, { headers: { cookie: 'portal_appearance=dark' } })
  expect(await chosen.text()).toContain('data-appearance="dark"')
  const theme = await (await fetch(`${origin}/brand/cedar.dark.css`)).text()
  expect(theme).toContain('@media all {')
  expect(theme).not.toContain('prefers-color-scheme')
  expect(theme).toContain('--sign-in-backdrop:url("data:image/svg+xml,')
  const signInPage = await createScriptedSignInBrowser().get(authorizationUrl(origin))
  expect(signInPage.text).toContain('Welcome to a warm home.')
  await identityProvider.close()
})

test('too many failed sign-ins are refused with 429, the time to wait and a sentence', async () => {
  const { email } = await signedIn()
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  const { url } = await browser.get(authorizationUrl())
  for (let failures = 0; failures < 3; failures += 1) await browser.post(url, { email, password: 'wrong' })
  const scriptedSignInBrowserPage = await browser.post(url, { email, password })
  expect(scriptedSignInBrowserPage.status).toBe(429)
  expect(Number(scriptedSignInBrowserPage.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(scriptedSignInBrowserPage.text).toContain('Too many failed sign-ins. Try again in 15 minutes.')
})

function authorizationUrl(origin = issuer): string {
  const query = new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    redirect_uri: `${portalUrl}/auth/callback`,
    scope: 'openid gateway.list',
    // The example value of RFC 7636, appendix B. This test never exchanges the code.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  return `${origin}/auth?${query}`
}

async function signedIn(email = newEmail(), query = ''): Promise<{ browser: ScriptedSignInBrowser; email: string }> {
  await insertTestAccount(database.pool, { email, password })
  const browser = createScriptedSignInBrowser({ stopAt: portalUrl })
  await signInThroughPages(browser, authorizationUrl() + query, { email, password })
  return { browser, email }
}

async function canSignIn(credentials: { email: string; password: string }): Promise<boolean> {
  const page = await signInThroughPages(
    createScriptedSignInBrowser({ stopAt: portalUrl }),
    authorizationUrl(),
    credentials,
  )
  return new URL(page.url).searchParams.has('code')
}

async function csrf(browser: ScriptedSignInBrowser): Promise<Record<string, string>> {
  return parseHiddenForm(await browser.get(`${issuer}/profile`)).fields
}

function newEmail(): string {
  return `person-${randomUUID()}@example.com`
}
