import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { publicScreens, signedInScreens } from './screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violationsOf(page: Page): Promise<string[]> {
  // A tooltip belongs to its button, wherever in the page it stands.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules('region').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every public screen meets WCAG 2.2 AA, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { name, open } of publicScreens) {
      await open(page)
      expect(await violationsOf(page), name).toEqual([])
    }
  })

  test(`every screen and dialog of whoever is signed in meets WCAG 2.2 AA, ${colorScheme}`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'owner')
    // The colours are the same everywhere; a test of the themes computes their contrast.
    const screens = colorScheme === 'light' ? signedInScreens : signedInScreens.slice(0, 6)
    for (const { name, open } of screens) {
      await open(page)
      expect(await violationsOf(page), name).toEqual([])
    }
  })
}

test('every screen has one main heading, a main landmark and a way past the navigation', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  for (const path of ['/appliances', '/appliances/add', '/account', '/info', '/error']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the main job is done by keyboard alone', async ({ page, signIn, claimable }) => {
  const gateway = claimable({ applianceType: 'BOILER' })
  // So low that the page scrolls under the focus.
  await page.setViewportSize({ width: 1280, height: 420 })
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
  await tabTo(page, { role: 'radio', name: 'CT100' })
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'CT200' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await tabTo(page, { role: 'textbox', name: 'Serial number/Gateway ID' })
  await page.keyboard.type(gateway.serial)
  await tabTo(page, { role: 'textbox', name: 'Access code/Password' })
  await page.keyboard.type(gateway.accessCode)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('User password')).toBeFocused()
  await page.keyboard.type(gateway.userPassword)
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await expect(card).toContainText(gateway.serial)

  await tabTo(page, { role: 'tab', name: 'Address' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('tab', { name: 'Cedar' })).toHaveAttribute('aria-selected', 'true')

  await tabTo(page, { role: 'button', name: 'More actions', key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Data export' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()

  await tabTo(page, { role: 'button', name: 'Delete appliance' })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/appliances/add')
})

test('address, service provider and customer support are set by keyboard alone', async ({
  page,
  signIn,
  claimable,
  claimed,
}) => {
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article')

  await tabTo(page, { role: 'button', name: 'Add address' })
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'textbox', name: 'Postal code' })
  await page.keyboard.type('80331')
  await tabTo(page, { role: 'textbox', name: 'City' })
  await page.keyboard.type('Muenchen')
  await tabTo(page, { role: 'textbox', name: 'Street address' })
  await page.keyboard.type('Talstrasse 12')
  await tabTo(page, { role: 'button', name: 'Save and continue' })
  await page.keyboard.press('Enter')

  await expect(card.getByRole('tab', { name: 'Service provider' })).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, { role: 'searchbox', name: 'Search service provider' })
  await page.keyboard.type('heizung')
  await expect(card.getByText(/service providers? found/u)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'checkbox', name: /^I agree/u })
  await page.keyboard.press('Space')
  await tabTo(page, { role: 'button', name: 'Add service provider' })
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Delete service provider' })).toBeVisible()

  await tabTo(page, { role: 'tab', name: 'Service provider', key: 'Shift+Tab' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'checkbox', name: /^I authorize/u })
  await page.keyboard.press('Space')
  await tabTo(page, { role: 'button', name: 'Send connection request' })
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'button', name: 'Withdraw consent' })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Send connection request' })).toBeVisible()
})

const furthest = 30

type Target = {
  role: 'radio' | 'textbox' | 'searchbox' | 'checkbox' | 'tab' | 'button'
  name: string | RegExp
  key?: 'Tab' | 'Shift+Tab'
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, { role, name, key = 'Tab' }: Target): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < furthest; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
