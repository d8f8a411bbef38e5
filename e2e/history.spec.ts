import { setAddress, locateTab } from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'

// Back and reload restore the scroll position and the tab. A new history entry starts with the tab that Specification
// 2.6 defines.

test('back and reload restore the tab and the scroll position, a fresh visit does not', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  await setAddress(await api('ada'), await claimed('ada', claimable({ simulated: false })))
  await signIn(page, 'ada')
  await page.setViewportSize({ width: 800, height: 320 })
  await page.goto('/appliances')
  await locateTab(page, 'Address').click()
  await expect(page.getByRole('button', { name: 'Edit address' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 120))
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).toContain('"scrolled":120')

  await page.reload()
  await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(scrolled).toBe(120)

  // Uses the keyboard: a mouse click would scroll the link into view first.
  const info = page.getByRole('navigation').getByRole('link', { name: 'Info' })
  await info.evaluate((link) => link.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeFocused()
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(scrolled).toBe(120)

  await page.getByRole('banner').getByRole('link', { name: 'Cedar' }).click()
  await expect(locateTab(page, 'Service provider')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
})

test('content above that arrives after a reload does not move the restored scroll position', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada')
  await signIn(page, 'ada')
  await page.setViewportSize({ width: 800, height: 320 })
  await page.goto('/appliances')
  await expect(page.getByRole('tab', { name: 'Address' })).toBeVisible()
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const length = () => page.evaluate(() => document.body.offsetHeight)
  // Scrolls to the tabs, because the text about a fault arrives later and is above them.
  await locateTab(page, 'Address').evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 80))
  const wanted = await scrolled()
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).toContain(`"scrolled":${wanted}`)
  await page.reload()
  await expect.poll(scrolled).toBe(wanted)
  const before = await length()
  await field.report('WORKING')
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  await expect.poll(length).toBeGreaterThan(before + 50)
  await expect.poll(scrolled).toBe(wanted)
})

test('a navigation link also opens in a new tab', async ({ page, context, signIn, claimed, claimable }) => {
  const id = await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  for (const [open, path] of [
    [() => page.getByRole('banner').getByRole('link', { name: 'Cedar' }), '/appliances'],
    [() => page.getByRole('button', { name: 'Add new appliance' }), '/appliances/add'],
    [() => page.getByRole('menuitem', { name: 'Data export' }), `/appliances/${id}/data-export`],
  ] as const) {
    if (path.endsWith('data-export')) await page.getByRole('button', { name: 'More actions' }).click()
    const opened = context.waitForEvent('page')
    await open().click({ modifiers: ['Control'] })
    await expect(await opened).toHaveURL(path)
    await (await opened).close()
    await expect(page).toHaveURL('/appliances')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add new appliance' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/appliances/add')
})

test('a message covers neither the heading nor the action next to it', async ({ page, signIn, claimed, claimable }) => {
  await claimed('ada', claimable())
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'Delete appliance' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click({ trial: true })
  await page.getByRole('button', { name: 'Add new appliance' }).click()
  await expect(page).toHaveURL('/appliances/add')
})
