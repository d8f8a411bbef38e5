import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signInAtProvider, signUp } from './people.ts'

const sessions = (page: Page) => page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')

/** Signs in the same person in another browser. */
async function alsoIn(browser: Browser, email: string, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/account')
  await signInAtProvider(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  return page
}

test('a person signs out another browser, whose page is signed out at once', async ({ page, browser, baseURL }) => {
  const email = await signUp(page, '/account')
  await expect(sessions(page)).toHaveCount(1)
  await expect(sessions(page).first()).toContainText(/Chrome on Linux \(This browser\)/u)
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  const other = await alsoIn(browser, email, baseURL)
  // The notice about the new browser makes the page read the list of sessions again.
  await expect(sessions(page)).toHaveCount(2)
  await sessions(page).nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You were signed out there.')).toBeVisible()
  await expect(sessions(page)).toHaveCount(1)
  await expect(other.getByText('You are signed out. Sign in again')).toBeVisible()
  await other.context().close()
})

test('a person signs out everywhere else', async ({ page, browser, baseURL }) => {
  const email = await signUp(page, '/account')
  const others = [await alsoIn(browser, email, baseURL), await alsoIn(browser, email, baseURL)]
  await page.reload()
  await expect(sessions(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions(page)).toHaveCount(1)
  await page.getByRole('button', { name: /Notifications/u }).click()
  await expect(page.getByRole('dialog').getByText('You were signed out in other browsers')).toBeVisible()
  for (const other of others) {
    expect((await other.request.post('/auth/token')).status()).toBe(401)
    await other.context().close()
  }
})

test('the row of this browser signs it out', async ({ page }) => {
  await signUp(page, '/account')
  await sessions(page).first().getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(async () => (await page.request.post('/auth/token')).status()).toBe(401)
})

test('a list that does not load says so, and loads again', async ({ page }) => {
  await page.route('**/api/2/users/me/sessions', (route) => route.abort())
  await signUp(page, '/account')
  const failure = page.getByRole('alert').filter({ hasText: 'The list of browsers could not be loaded.' })
  await expect(failure).toBeVisible()
  await page.unroute('**/api/2/users/me/sessions')
  await failure.getByRole('button').click()
  await expect(sessions(page)).toHaveCount(1)
})
