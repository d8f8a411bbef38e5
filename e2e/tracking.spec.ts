import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addTrackingScripts } from '#server/page/tracking-scripts.ts'
import { expect, test } from './fixtures.ts'

// Chromium cannot determine the address space of a document that the test supplies. So the document needs a
// permission to load from this computer.
test.use({ permissions: ['local-network-access'] })

/**
 * A consent widget and a tag manager, as an operator would configure them. Both send the events that they receive to
 * the test.
 */
const scripts: Record<string, string> = {
  '/widget.js': `setTimeout(() => { window.privacyWidget = { open() { document.title = 'Widget opened' } } }, 700)`,
  '/tags.js': `const from = document.currentScript.src
    const note = (event) => { new Image().src = new URL('/note?' + encodeURIComponent(JSON.stringify(event)), from) }
    window.dataLayer = { push: note }`,
}
const noted: string[] = []
let vendor: Server
let vendorUrl: string

test.beforeAll(async () => {
  vendor = createServer(({ url = '' }, response) => {
    if (url.startsWith('/note?')) noted.push(decodeURIComponent(url.slice('/note?'.length)))
    response.setHeader('content-type', 'text/javascript').end(scripts[url] ?? '')
  })
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening))
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
})

test.afterAll(() => vendor.close())

/** Serves the portal's documents as if the operator had configured these scripts. */
async function setTracking(page: Page): Promise<void> {
  const tracking = {
    consentWidgetUrl: `${vendorUrl}/widget.js`,
    tagManagerUrl: `${vendorUrl}/tags.js`,
    origins: [vendorUrl],
  }
  await page.route(
    (url) => url.port !== new URL(vendorUrl).port,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      const kept = await page.context().cookies(route.request().url())
      const cookies = kept.map(({ name, value }) => `${name}=${value}`).join('; ')
      const trackedDocument = addTrackingScripts(await response.text(), tracking, {
        cookies,
        privacyCookie: 'cedar_privacy',
      })
      if (!trackedDocument) throw new Error('The document has no script of the operator.')
      const headers = { ...response.headers(), 'content-security-policy': trackedDocument.policy }
      return route.fulfill({ response, headers, body: trackedDocument.html })
    },
  )
}

test('Cookie Settings appears once the privacy widget is loaded, and opens it', async ({ page, signIn }) => {
  await setTracking(page)
  await signIn(page, 'owner')
  await page.goto('/info')
  await page.getByRole('button', { name: 'Cookie Settings' }).click()
  await expect(page).toHaveTitle('Widget opened')
})

test('with marketing consent events reach the data layer, without it the tag manager is not loaded', async ({
  page,
  signIn,
  baseURL,
}) => {
  await setTracking(page)
  await signIn(page, 'owner')
  await page.goto('/appliances/add')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/appliances')
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
  await page.context().addCookies([{ name: 'cedar_privacy', value: 'version=2&marketing=1', url: baseURL ?? '' }])
  await page.goto('/appliances/add')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'dataLayer' in window)).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => noted.join()).toContain('add_appliance_form_cancel')
})

test('a script without the nonce does not run', async ({ page }) => {
  await setTracking(page)
  await page.goto('/auth-failed')
  const ran = await page.evaluate(async () => {
    const foreign = document.createElement('script')
    foreign.textContent = 'window.foreignRan = true'
    document.head.append(foreign)
    return 'foreignRan' in window
  })
  expect(ran).toBe(false)
})
