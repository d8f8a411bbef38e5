import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { selfRemovingWorker } from '#server/page/installable-app.ts'
import { expect, test } from './fixtures.ts'

// Tests Specification 11.5 and 11.6.
test.use({ serviceWorkers: 'allow' })

/** Opens the page and waits until the page has a service worker and has stored its last state. */
async function prepared(page: Page): Promise<void> {
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).includes('last-state'))).toBe(true)
  await page.evaluate(async () => navigator.serviceWorker.ready)
}

test('the portal can be installed, with icons of its brand', async ({ page, context, request, signIn }) => {
  await signIn(page, 'owner')
  await prepared(page)
  const devtools = await context.newCDPSession(page)
  const { data, errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(await devtools.send('Page.getInstallabilityErrors')).toMatchObject({ installabilityErrors: [] })
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; purpose: string }[] }
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
})

test('without a network the last state is shown with its age, and the page returns by itself', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, 'owner')
  await prepared(page)
  await context.setOffline(true)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The portal cannot be reached')
  const state = page.getByRole('region', { name: 'Last known state' })
  await expect(state.getByRole('listitem')).toHaveCount(3)
  await expect(state).toContainText(/As of .+ \(.+\)\. It may have changed since\./u)
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/account')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
})

test('signing out leaves nothing in the browser', async ({ page, context, signIn }) => {
  await signIn(page, 'owner')
  await prepared(page)
  await page.context().clearCookies({ name: /portal_session/u })
  await page.goto('/policies/en/GB/tos')
  await expect.poll(() => page.evaluate(async () => caches.keys())).toEqual([])
  await context.setOffline(true)
  await page.goto('/appliances')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The portal cannot be reached')
  await expect(page.getByRole('region', { name: 'Last known state' })).toHaveCount(0)
})

test('a person signs in again, and returns to where it was asked for', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await prepared(page)
  await page.goto('/auth/login?returnTo=%2Faccount&fresh=1')
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
})

test.describe('after a deployment', () => {
  const build = { html: 'build A', worker: '' }
  const requested: string[] = []
  let server: Server

  test.beforeAll(async ({ request, baseURL }) => {
    build.worker = await (await request.get(`${baseURL}/service-worker.js`)).text()
    server = createServer(({ url = '' }, answer) => {
      requested.push(url)
      const isWorker = url === '/service-worker.js'
      answer.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
      answer.setHeader('cache-control', 'no-cache')
      answer.end(isWorker ? build.worker : `<title>${build.html}</title>`)
    })
    await new Promise<void>((listening) => server.listen(0, listening))
  })

  test.afterAll(() => void server.close())

  async function controlled(page: Page): Promise<void> {
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/appliances`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
      await navigator.serviceWorker.ready
    })
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  }

  test('one reload shows the new page', async ({ page }) => {
    await controlled(page)
    await page.reload()
    await expect(page).toHaveTitle('build A')
    build.html = 'build B'
    await page.reload()
    await expect(page).toHaveTitle('build B')
  })

  // A second request of the sign-in's callback would fail, because its code can be used only once.
  test('a navigation outside the page is requested once', async ({ page }) => {
    await controlled(page)
    await page.reload()
    for (const path of ['/auth/callback?code=1', '/api/2/file']) {
      await page.goto(new URL(path, page.url()).href)
      await page.reload()
      expect(requested.filter((url) => url === path)).toHaveLength(2)
    }
  })

  test('a worker that is switched off removes itself and its stored data', async ({ page }) => {
    await controlled(page)
    await page.evaluate(async () => caches.open('last-state'))
    build.worker = selfRemovingWorker
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    expect(await page.evaluate(async () => caches.keys())).toEqual([])
  })
})

/** Delivers a push message to the browser, as a push service does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) found(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** The worker's global scope. `shown` are the notifications that the worker tried to show. */
type Recording = { registration: ServiceWorkerRegistration; shown: (NotificationOptions & { title: string })[] }

test('a push message is shown with its text, and opens its target in the open page', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, 'owner')
  await prepared(page)
  const message = { title: 'Boiler 1', body: 'Burner does not ignite.', path: '/account', tag: 'one' }
  const [worker] = context.serviceWorkers()
  // Records the notifications, because a headless browser shows none.
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as Recording
    scope.shown = []
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
  })
  await deliver(context, page, JSON.stringify(message))
  const shown = () => worker?.evaluate(() => (globalThis as unknown as Recording).shown)
  await expect.poll(shown).toMatchObject([{ title: 'Boiler 1', body: 'Burner does not ignite.', tag: 'one' }])
  await worker?.evaluate(() => {
    const [{ data } = { data: '' }] = (globalThis as unknown as Recording).shown
    const notification = { data, close: () => undefined }
    globalThis.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification,
        waitUntil: (end: Promise<unknown>) => end.catch(() => undefined),
      }),
    )
  })
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
})
