import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const pageScript = /\/assets\/page-[\w-]+\.js$/u

test('a press on the drawn view is repeated once the page has started', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  await drawAlways(page)
  const script = Promise.withResolvers<void>()
  await page.route(pageScript, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/appliances', { waitUntil: 'commit' })
  const tab = page.locator('.drawn article [role=tab]').first()
  await expect(tab).toBeVisible()
  const { x, y, width, height } = (await tab.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(tab).toHaveAttribute('data-pressed')
  script.resolve()
  await expect(page.getByRole('tab', { name: 'Address', selected: true })).toBeVisible()
})

/**
 * Makes later documents of the page contain its current view, as if the server had drawn it. A busy server would draw
 * no view.
 */
async function drawAlways(page: Page): Promise<void> {
  const view = await page.locator('#root').innerHTML()
  const minutesBehind = await page.evaluate(() => new Date().getTimezoneOffset())
  await page.route('/appliances', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text())
      .replace(/<div class="drawn"[^]*?(?=<div class="outline")/u, '')
      .replace('<body', `<body data-locale="en-GB" data-minutes-behind="${minutesBehind}"`)
      .replace('<div id="root">', () => `<div id="root"><div class="drawn" inert aria-hidden="true">${view}</div>`)
    await route.fulfill({ response: answer, body: html })
  })
}
