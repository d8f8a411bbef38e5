import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signUp } from './people.ts'

const companyId = '5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21'

test('the side navigation is only for signed-in users', async ({ page, signIn }) => {
  await page.goto('/not-found')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('listitem')).toHaveText([
    'Appliances',
    'Account',
    'Help and contact',
    'Info',
    'Logout',
  ])
  await expect(navigation.getByRole('link', { name: 'Appliances' })).toHaveAttribute('aria-current', 'page')
})

test('Appliances opens the appliances, or the form for a person without any', async ({
  page,
  signIn,
  claimed,
  claimable,
}) => {
  await signIn(page, 'ada')
  await page.goto('/info')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Appliances' })
  await link.click()
  await expect(page).toHaveURL('/appliances/add')
  await claimed('ada', claimable())
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
  await link.click()
  await expect(page).toHaveURL('/appliances')
})

test('the header shows the page title, except up to 415 px', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const title = page.getByRole('banner').getByText('Gateway Management Portal')
  await page.setViewportSize({ width: 416, height: 800 })
  await expect(title).toBeVisible()
  await page.setViewportSize({ width: 415, height: 800 })
  await expect(title).toBeHidden()
})

test('on a phone the navigation is behind a menu button and closes when a link is followed', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const navigation = page.getByRole('navigation')
  await expect(navigation).toBeHidden()
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await navigation.getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  await expect(navigation).toBeHidden()
})

test('Escape closes the menu of a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('the invitation callout shows while a company is stored, and closing it removes the stored id', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto(`/invite?companyId=${companyId}`)
  const callout = page.getByText('You have a new service provider invitation.')
  await expect(callout).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  await page.reload()
  await expect(callout).toBeVisible()
  // Searches only in the page itself: toasts about the demo's appliances, which may appear at any time, also have a
  // Close button.
  await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
  await expect(callout).toBeHidden()
  expect(await page.evaluate(() => sessionStorage.getItem('companyId'))).toBeNull()
})

test('logout asks first, and Cancel, the close button and Escape stay', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const dialog = page.getByRole('alertdialog', { name: 'Warning' })
  const leave = page.getByRole('navigation').getByRole('button', { name: 'Logout' })
  const ways = [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ]
  for (const stay of ways) {
    await leave.click()
    await expect(dialog).toContainText('Are you sure you want to log out?')
    await stay()
    await expect(dialog).toBeHidden()
    await expect(leave).toBeFocused()
  }
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('an element opened in the shell while the list is loading stays open', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const answer = await heldBack(page, '**/api/2/connections?*')
  await page.goto('/appliances')
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Warning' })
  await expect(dialog).toBeVisible()
  answer.release()
  await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(3)
  await expect(dialog).toBeVisible()
})

/** Delays the answers to a call until the test releases them. */
async function heldBack(page: Page, url: string): Promise<{ release(): void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

test('dialogs are 640 px wide on wide screens', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Warning' })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(640)
})

test('logging out ends the session, and Back shows nothing of it', async ({ page }) => {
  await signUp(page, '/info')
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause for a week' })).toBeVisible()
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/') && response.status() === 401) refused.push(pathname)
  })
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(refused, 'nothing is asked for with a session that is over').toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeHidden()
  expect((await page.request.post('/auth/token')).status()).toBe(401)
})

test('logging out drops the subscriptions before the session ends', async ({ page }) => {
  await signUp(page, '/info')
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/subscriptions$|logout$/u.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(calls).toEqual(['DELETE /api/2/subscriptions', 'POST /auth/logout'])
})

test('while the next page loads slowly, a bar at the top of the window shows it', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article').first()).toBeVisible()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.fallback()
  })
  const topOfWindow = () => page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 2 } })
  const withoutBar = await topOfWindow()
  const isBarDrawn = async () => !withoutBar.equals(await topOfWindow())
  const busy = page.locator('main > div > [aria-busy=true]')
  await page.getByRole('link', { name: 'Help and contact' }).click()
  await expect.poll(isBarDrawn).toBe(true)
  await expect(busy).toHaveCount(1)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Help and contact' })).toBeVisible()
  await expect(busy).toHaveCount(0)
  await expect.poll(isBarDrawn).toBe(false)
})
