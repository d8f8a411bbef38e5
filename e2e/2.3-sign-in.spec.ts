import { demoEmails } from '../scripts/demo/people.ts'
import { captureAccessToken } from './capture-access-token.ts'
import { expect, test } from './fixtures.ts'
import { completeAccount, createAccountAtProvider, generateEmail, signInAtProvider, signUp } from './people.ts'

test('a person creates an account, signs out and signs in again', async ({ page }) => {
  const email = generateEmail()
  await page.goto('/')
  await createAccountAtProvider(page, email)
  await expect(page).toHaveURL('/accept-tos')
  await completeAccount(page.request)
  await page.goto('/')
  await expect(page).toHaveURL('/appliances/add')
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await signInAtProvider(page, email)
  await expect(page).toHaveURL('/appliances/add')
})

test('a wrong password is refused, and the typed email stays', async ({ page }) => {
  await page.goto('/')
  const email = generateEmail()
  await signInAtProvider(page, email, 'not-the-password')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('Edit profile opens the provider and shows the sign-in email', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await expect(page.getByText('Logged in with')).toBeVisible()
  await expect(page.getByText('owner@example.com').first()).toBeVisible()
  const origin = new URL(page.url()).origin
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
  expect(new URL(page.url()).origin).not.toBe(origin)
})

test('login failed says so and links back to the start', async ({ page }) => {
  await page.goto('/auth-failed')
  await expect(page.getByRole('heading', { level: 1, name: 'Login failed!' })).toBeVisible()
  await page.getByRole('link', { name: 'Try again?' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an error answer of the provider is shown as a failed login', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&state=none')
  await expect(page).toHaveURL('/auth-failed')
})

test('a callback that this browser did not begin is a failed login', async ({ page }) => {
  await page.goto('/auth/callback?code=stolen&state=forged')
  await expect(page).toHaveURL('/auth-failed')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('portal_session')
})

test('a used sign-in says so and starts again', async ({ page, signIn }) => {
  await page.goto('/auth-expired')
  await expect(page.getByRole('heading', { level: 1, name: 'Please log in again' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'owner')
  await page.goto('/auth-expired')
  await expect(page).toHaveURL('/appliances')
})

test('login complete says so until the page continues', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.route('**/api/2/users/me', () => undefined)
  await page.goto('/auth-complete?returnTo=/account')
  await expect(page.getByRole('heading', { level: 1, name: 'logging in - please wait' })).toBeVisible()
  await expect(page).toHaveTitle(/^logging in - please wait/u)
})

test('unauthorized has a login button and a link to support', async ({ page }) => {
  await page.goto('/unauthorized')
  await expect(page.getByText('401')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByText("It seems you don't have the right permissions")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write to support' })).toHaveAttribute('href', /^mailto:/u)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('after signing in, code and state are in no address of the history', async ({ page }) => {
  await page.goto('/info')
  await signInAtProvider(page, demoEmails.owner)
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  const { entries } = await devTools.send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url).filter((url) => /code=|state=|callback/u.test(url))).toEqual([])
})

test('no token is stored where scripts or address readers find it', async ({ page, signIn }) => {
  const token = await captureAccessToken(page)
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  const readable = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const kept = [localStorage, sessionStorage].map((storage) => Object.entries(storage))
    return JSON.stringify([kept, document.cookie, databases, await caches.keys()])
  })
  expect(readable).not.toContain(token().slice(0, 20))
  expect(readable).not.toMatch(/eyJ|refresh|idp_|portal_(?!locale)/u)
  expect(page.url()).not.toContain('eyJ')
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)).toEqual(['portal_locale'])
  expect(JSON.stringify(cookies)).not.toContain('eyJ')
})

test('the login returns to a path of the portal, not to another site', async ({ page, signIn, baseURL }) => {
  await signIn(page, 'owner')
  for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%2e%2e//evil.example']) {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(foreign)}`)
    await expect(page, foreign).toHaveURL(`${baseURL}/appliances`)
    await page.goto(`/auth-complete?returnTo=${encodeURIComponent(foreign)}`)
    await expect(page, foreign).toHaveURL(`${baseURL}/appliances`)
  }
})

test('three tabs share one session', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  await Promise.all(tabs.map((tab) => tab.goto('/appliances')))
  for (const tab of tabs) await expect(tab.getByRole('article')).toHaveCount(3)
})

test('an open page stops when another tab signs out', async ({ page }) => {
  await signUp(page, '/info')
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/info')
  await other.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('You are signed out')
  await expect(page.getByText("It seems you don't have the right permissions")).toBeHidden()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an open page stops when another tab loses its session', async ({ page }) => {
  await signUp(page, '/info')
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/info')
  await expect(other.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  // Waits for the calls after the first paint. Otherwise one of these calls would end the session before the click.
  await other.waitForLoadState('networkidle')
  for (const path of ['**/api/**', '**/auth/token']) await other.route(path, (route) => route.fulfill({ status: 401 }))
  await other.getByRole('navigation').getByRole('link', { name: 'Account' }).dispatchEvent('click')
  for (const tab of [other, page]) await expect(tab.getByRole('alert')).toContainText('You are signed out')
})

test.describe('the sign-in of the demo', () => {
  test.use({ locale: 'de-DE' })

  test("has the page's language and the brand's style, and shows the password on request", async ({ page }) => {
    await page.goto('/appliances?brand=birch')
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const birch = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim(),
    )
    await page.context().clearCookies()
    await page.goto('/appliances?brand=cedar')
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    expect(birch).not.toBe(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()),
    )
    const password = page.getByLabel('Passwort')
    await password.fill('geheim')
    await page.getByRole('button', { name: 'Anzeigen' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Verbergen' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })
})

test('the demo’s sign-in has the appearance chosen in the portal, and a text button shows the password', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'portal_appearance', value: 'dark', url: baseURL ?? '' }])
  await page.goto('/appliances')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 20, 20)')
  const password = page.getByLabel('Password')
  await password.fill('demo-password')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})
