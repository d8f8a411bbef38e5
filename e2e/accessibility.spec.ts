import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { arriveAsNewcomer } from './newcomer.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import { at, type Screen, type Visit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { violationsOf } from './violations.ts'
import { wordsIn } from './words.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`every screen meets WCAG 2.2 AA, ${colorScheme}`, () => {
    test.describe.configure({ mode: 'parallel' })
    test.slow()
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('those that need no sign-in', async ({ page }) => {
      await lookAt(publicScreens, { page, words: await wordsIn('en') })
    })

    test('those of whoever is new', async ({ page }) => {
      await arriveAsNewcomer(page)
      await lookAt(newcomerScreens, { page, words: await wordsIn('en') })
    })

    test('those of an owner', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      await lookAt(ownerScreens, { page, words: await wordsIn('en') })
    })

    test('those of the service settings', async ({ page, signIn, claimed, claimable, api }) => {
      const gatewayId = await claimed('ada', claimable())
      await signIn(page, 'ada')
      await lookAt(serviceScreens, { page, words: await wordsIn('en'), api: await api('ada'), gatewayId })
    })

    test('those of a viewer', async ({ page, signIn }) => {
      await signIn(page, 'viewer')
      await lookAt([at('/appliances'), at('/appliances/add')], { page, words: await wordsIn('en') })
    })
  })
}

async function lookAt<V extends Visit>(screens: readonly Screen<V>[], visit: V): Promise<void> {
  for (const { name, open } of screens) {
    await open(visit)
    expect(await violationsOf(visit.page), name).toEqual([])
  }
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
