import type { Locator, Page } from '@playwright/test'
import { api as contract } from '#contract/api.ts'
import { embedFirstAnswers, disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'

// The maximum layout shift. Painted content must not move while the other content loads. Web Vitals, "Cumulative Layout
// Shift".

const maxShift = 0.02

for (const width of [360, 768, 1280, 1920]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('nothing moves while the first page of a signed-in person loads', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      await watchShifts(page)
      for (const path of ['/appliances', '/account', '/info', '/policies/en/GB/tos'])
        expect(await shiftOf(page, path), path).toBeLessThanOrEqual(maxShift)
    })
  })
}

test('nothing moves if the list comes later than its page, and the values later than the list', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.setViewportSize({ width: 1280, height: 900 })
  await watchShifts(page)
  await disableFirstAnswers(page)
  await page.route('**/api/2/connections?*', async (route) => {
    await expect(page.getByText('Your appliances are being loaded')).toHaveCount(1)
    await route.continue()
  })
  expect(await shiftOf(page, '/appliances')).toBeLessThanOrEqual(maxShift)
  await expect(page.getByText(/^Measured/u).first()).toBeVisible()
  expect(await shifted(page)).toBeLessThanOrEqual(maxShift)
})

test('nothing moves while the first page of a signed-out person loads', async ({ page }) => {
  await watchShifts(page)
  for (const path of ['/policies/en/GB/tos', '/auth-failed', '/unauthorized', '/not-found'])
    expect(await shiftOf(page, path), path).toBeLessThanOrEqual(maxShift)
})

test('the outline before the first script reserves the column of the navigation', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/appliances')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const shown = await heading.boundingBox()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  const outlined = page.locator('.outline-heading')
  await expect(outlined).toBeVisible()
  expect((await outlined.boundingBox())?.x).toBe(shown?.x)
})

test('a returning person sees the first card before the script of the page has loaded', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await beThere(page)
  const script = Promise.withResolvers<void>()
  await page.route(pageScript, async (route) => {
    await script.promise
    await route.continue()
  })
  const drawn = await visitDrawn(page)
  await expect(drawn.locator('article header')).toHaveText(
    /^Boiler 1(?:Online|Working) since .+Gateway ID: 929220810$/u,
  )
  await expect(drawn.locator('article')).toBeInViewport()
  await expect(drawn.locator('article')).toContainText('All is well.')
  // The view that the server drew is hidden from assistive technology, which must not announce buttons that do not work
  // yet.
  await expect(page.getByRole('article')).toHaveCount(0)
  script.resolve()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(drawn).toHaveCount(0)
})

test('a page whose script cannot be loaded says so at once in the reader’s language, with contact', async ({
  page,
  context,
  baseURL,
}) => {
  await page.route(pageScript, (route) => route.abort())
  await context.addCookies([{ name: 'portal_locale', value: 'de%20Europe%2FBerlin', url: baseURL ?? '' }])
  await page.goto('/help')
  const message = page.getByRole('alert')
  await expect(message).toContainText('Die Seite ist noch nicht geladen')
  await expect(message.getByRole('link', { name: '+49 30 23125 100' })).toHaveAttribute('href', 'tel:+493023125100')
  await expect(message.getByRole('link', { name: 'support@cedar.example' })).toBeVisible()
  await page.unroute(pageScript)
  await message.getByRole('link', { name: 'Neu laden' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(message).toBeHidden()
})

test('without any script that runs, the document says after some seconds that it has not loaded', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '({' }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/help')
  const message = page.getByRole('alert')
  await expect(message).toHaveCount(0)
  // The page counts the seconds by an animation, so the test sets the clock of the animation.
  await page.evaluate(() => document.getAnimations().forEach((each) => (each.currentTime = 12_100)))
  await expect(message).toContainText('The page has not loaded yet')
  await expect(message.getByRole('link', { name: 'Load again' })).toBeVisible()
})

test('a card says that all is well without the history of its last day', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.route('**/history?**', (route) => route.abort())
  await page.goto('/appliances')
  const cards = page.getByRole('article').filter({ hasText: /(?:Online|Working) since/u })
  await expect(cards.first()).toBeVisible()
  for (const card of await cards.all()) await expect(card).toContainText('All is well.')
})

test('a view drawn for another language is not shown', async ({ page, signIn, context, baseURL }) => {
  await signIn(page, 'owner')
  await beThere(page)
  await page.route(pageScript, (route) => route.abort())
  await context.addCookies([{ name: 'portal_locale', value: 'de%20Europe%2FBerlin', url: baseURL ?? '' }])
  const drawn = await visitDrawn(page)
  await expect(drawn).toContainText('Geräte')
  await expect(drawn).toBeHidden()
  await expect(page.locator('.outline-heading')).toBeVisible()
})

const pageScript = /\/assets\/page-[\w-]+\.js$/u

/** Opens the page and waits until it has stored the locale of this browser. */
async function beThere(page: Page): Promise<void> {
  await page.goto('/appliances')
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('portal_locale')
}

/** Reloads the list until its document contains a drawn view, which a busy server leaves out. */
async function visitDrawn(page: Page): Promise<Locator> {
  const drawn = page.locator('.drawn')
  await expect(async () => {
    await page.goto('/appliances', { waitUntil: 'commit' })
    await expect(drawn).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  return drawn
}

test('if the answers come with the page, no card waits for a call or the token, and then all works', async ({
  page,
  signIn,
  api,
}) => {
  await signIn(page, 'owner')
  await embedFirstAnswers(page, await api('owner'), '/appliances')
  const token = Promise.withResolvers<void>()
  await page.route('**/auth/token', async (route) => {
    await token.promise
    await route.continue()
  })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  for (const { path } of [contract.readUser, contract.readTermsStatus, contract.listConnections])
    expect(calls).not.toContain(path)
  const subscribed = page.waitForResponse(`**${contract.subscribe.path}`)
  token.resolve()
  expect((await subscribed).ok()).toBe(true)
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('a session that has ended before its token is requested ends the page normally', async ({ page, signIn, api }) => {
  await signIn(page, 'owner')
  await embedFirstAnswers(page, await api('owner'), '/appliances')
  const token = Promise.withResolvers<void>()
  await page.route('**/auth/token', async (route) => {
    await token.promise
    await route.fulfill({ status: 401 })
  })
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  token.resolve()
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByText('You are signed out')).toBeVisible()
})

test('the search for companies of a card far below the screen is loaded when the person comes near', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.setViewportSize({ width: 390, height: 844 })
  const parts: string[] = []
  page.on('request', (request) => parts.push(new URL(request.url()).pathname))
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  expect(parts.filter((path) => path.includes('/add-provider-'))).toEqual([])
  const card = page.getByRole('article', { name: 'Hybrid system 1' })
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByPlaceholder(/^Search service provider/u)).toBeVisible()
})

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return shifted(page)
}

async function shifted(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))
}
