import type { Locator, Page } from '@playwright/test'
import { shownSerial } from '#contract/shown-codes.ts'
import { abortWrites } from './abort-writes.ts'
import { acceptingCompany, card, type FoundCompany, giveAddress, tab } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'

// After each commit the focus goes to what it produced, never to the page's body.

/** Everything by the keyboard: the focus goes to `target`, and Enter is pressed. */
async function press(page: Page, target: Parameters<typeof tabTo>[1]): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, { role: 'textbox', name })
  await page.keyboard.type(text)
}

async function tick(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, { role: 'checkbox', name })
  await page.keyboard.press('Space')
}

function question(page: Page): Locator {
  return page.getByRole('alertdialog')
}

async function answer(page: Page, name: string): Promise<void> {
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question(page).getByRole('button', { name })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('everything is done by the keyboard alone, and the focus is always on what came of it', async ({
  page,
  signIn,
  claimable,
}) => {
  // Everything that an owner does, one after the other.
  test.slow()
  const gateway = claimable({ applianceType: 'BOILER' })
  // So low that the page scrolls under the focus.
  await page.setViewportSize({ width: 1280, height: 420 })
  await signIn(page, 'ada')
  await page.goto('/appliances')

  await test.step('an appliance is added', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
    await tabTo(page, { role: 'radio', name: 'CT100' })
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'CT200' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await type(page, 'Serial number/Gateway ID', gateway.serial)
    await type(page, 'Access code/Password', gateway.accessCode)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('User password')).toBeFocused()
    await page.keyboard.type(gateway.userPassword)
    await page.keyboard.press('Enter')
    await expect(card(page)).toContainText(shownSerial(gateway.serial))
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
  })

  await test.step('its address is given up, saved, changed', async () => {
    const add = { role: 'button', name: 'Add address' } as const
    await press(page, add)
    await press(page, { role: 'button', name: 'Cancel' })
    await expect(page.getByRole('button', add)).toBeFocused()
    await page.keyboard.press('Enter')
    await type(page, 'Postal code', '80331')
    await type(page, 'City', 'Muenchen')
    await type(page, 'Street address', 'Talstrasse 12')
    await page.keyboard.press('Enter')
    await expect(page.locator('address', { hasText: 'Muenchen' })).toBeFocused()
    await press(page, { role: 'button', name: 'Edit address' })
    await press(page, { role: 'button', name: 'Save and continue' })
    await expect(tab(page, 'Service provider')).toBeFocused()
  })

  await test.step('a service provider is added and deleted', async () => {
    await tabTo(page, { role: 'searchbox', name: 'Search service provider' })
    await page.keyboard.type('heizung')
    await expect(card(page).getByText(/^Service providers found/u)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await tick(page, /^I agree/u)
    await press(page, { role: 'button', name: 'Add service provider' })
    await expect(card(page).getByRole('heading', { level: 3 }).and(page.locator(':focus'))).toBeVisible()
    await press(page, { role: 'button', name: 'Delete service provider' })
    await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete service provider' })).toBeFocused()
    await page.keyboard.press('Enter')
    await answer(page, 'Delete')
    await expect(card(page).getByRole('heading', { name: 'Add service provider' })).toBeFocused()
  })

  await test.step('customer support is asked for, and the consent withdrawn', async () => {
    await tabTo(page, { role: 'tab', name: 'Service provider', key: 'Shift+Tab' })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(tab(page, 'Cedar')).toHaveAttribute('aria-selected', 'true')
    await tick(page, /^I authorize customer support/u)
    await press(page, { role: 'button', name: 'Send connection request' })
    const status = card(page).getByText(/^(?:Waiting|Connected)/u)
    await expect(status.and(page.locator(':focus *'))).toBeVisible()
    await press(page, { role: 'button', name: 'Withdraw consent' })
    await answer(page, 'Withdraw consent')
    await expect(card(page).getByRole('heading', { name: 'Share data with customer support' })).toBeFocused()
  })

  await test.step('the account details are changed', async () => {
    await press(page, { role: 'link', name: 'Account', key: 'Shift+Tab' })
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()
    await press(page, { role: 'button', name: 'Edit account details' })
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Edit account details' })).toBeFocused()
  })

  await test.step('an export is requested', async () => {
    await press(page, { role: 'link', name: 'Appliances', key: 'Shift+Tab' })
    await press(page, { role: 'button', name: 'More actions' })
    await expect(page.getByRole('menuitem', { name: 'Data export' })).toBeFocused()
    for (const again of ['Space', 'Enter']) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
      await page.keyboard.press(again)
      await expect(page.getByRole('menuitem', { name: 'Data export' }), again).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press(page, { role: 'button', name: 'Request data export' })
    await expect(page.getByRole('article').getByRole('heading', { level: 3 })).toBeFocused()
  })
})

test.describe('an appliance with an address', () => {
  let company: FoundCompany

  test.beforeEach(async ({ page, signIn, claimed, claimable, api }) => {
    await giveAddress(await api('ada'), await claimed('ada', claimable()))
    company = await acceptingCompany(await api('ada'))
    await signIn(page, 'ada')
    await page.goto('/appliances')
  })

  test('an invitation that was accepted has the provider focused, a declined one the search', async ({ page }) => {
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
    await press(page, { role: 'button', name: 'Decline' })
    await expect(card(page).getByRole('heading', { name: 'Add service provider' })).toBeFocused()
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
    await tick(page, /^I agree/u)
    await press(page, { role: 'button', name: 'Accept invitation' })
    await expect(card(page).getByRole('heading', { name: company.name, level: 3 })).toBeFocused()
  })

  test('closing the invitation leads to the heading of the page', async ({ page }) => {
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByText('You have a new service provider invitation.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Close' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('an appliance that was deleted leaves the heading of the page', async ({ page, claimed, claimable }) => {
    await claimed('ada', claimable())
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: 'Delete appliance' }).first().focus()
    await page.keyboard.press('Enter')
    await answer(page, 'Delete')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
  })

  test('a message that is closed gives the focus back to where one was', async ({ page, context }) => {
    await context.route('**/api/2/connections/*', abortWrites)
    const remove = page.getByRole('button', { name: 'Delete appliance' })
    await remove.focus()
    await page.keyboard.press('Enter')
    await answer(page, 'Delete')
    await expect(remove).toBeFocused()
    await page.getByRole('alert').locator('..').getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(remove).toBeFocused()
  })
})

test('a consent that is updated shows its form focused, and gives the focus back', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const pump = page.getByRole('article', { name: 'Heat Pump 1' })
  const update = pump.getByRole('button', { name: 'Update now' })
  await update.focus()
  await page.keyboard.press('Enter')
  await expect(pump.getByRole('heading', { level: 4 })).toBeFocused()
  await press(page, { role: 'button', name: 'Cancel' })
  await expect(update).toBeFocused()
})
