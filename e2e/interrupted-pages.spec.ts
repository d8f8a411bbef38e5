import { expect, test } from './fixtures.ts'
import { signUpAsNewcomer, chooseCountry } from './newcomer.ts'

// Tests the content of a page that loses its session, its network or its storage.

test('at the end of a session the screen with personal data disappears at once, even if nothing can be loaded', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada')
  await field.report('WORKING')
  await signIn(page, 'ada')
  await page.clock.install()
  await page.goto('/appliances')
  await page.clock.fastForward('00:31')
  await expect(page.getByRole('article')).toContainText('Working since')
  await field.report('ERROR')
  await expect(page).toHaveTitle(/^\(1\) Error/u)
  await page.route('**/assets/**', () => undefined)
  await page.route('**/auth/token', (route) => route.fulfill({ status: 401, json: {} }))
  await page.route('**/api/2/**', (route) => route.fulfill({ status: 401, json: {} }))
  // When the page next renews its token, it finds out that the session has ended.
  await page.clock.fastForward('05:00')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Required')
  await expect(page).toHaveTitle(/^Authentication Required/u)
})

test('a newcomer who loses the network while accepting the terms continues automatically once it is back', async ({
  page,
}) => {
  await signUpAsNewcomer(page)
  await chooseCountry(page, 'Country', 'Germany')
  await page.getByRole('checkbox', { name: 'I agree to the' }).check()
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Start using' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await page.unroute('**/assets/**')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Add account details' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeHidden()
  for (const name of ['Appliances', 'Account'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a part that cannot be loaded while there is a network is loaded again', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  let refusals = 2
  await page.route('**/assets/info-page-*.js', (route) => (refusals-- > 0 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible({ timeout: 30_000 })
})

test('if the browser blocks storage and cookies, public pages work and others say why they do not', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => {
    const refuse = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, refuse)
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
  })
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help and contact')
  await page.goto('/policies/en/GB/tos')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/appliances')
  await expect(page.getByText('Your browser blocks cookies for this site')).toBeVisible()
  expect(errors).toEqual([])
})

test('a first visit without a session requests no token and writes no error to the console', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (consoleMessage) => consoleMessage.type() === 'error' && complaints.push(consoleMessage.text()))
  page.on('request', (request) => request.url().endsWith('/auth/token') && complaints.push(request.url()))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help and contact')
  expect(complaints).toEqual([])
})
