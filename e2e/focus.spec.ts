import type { Page } from '@playwright/test'
import { noticeApi } from '#contract/notice-api.ts'
import type { Notice, NoticeList } from '#contract/notices.ts'
import { abortWrites } from './abort-writes.ts'
import {
  findAcceptingCompany,
  locateCard,
  locateFoundCompany,
  type FoundCompany,
  setAddress,
  locateTab,
} from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'
import {
  type InputActions,
  createInputActions,
  type InputDevice,
  inputDevices,
  locateQuestion,
} from './input-devices.ts'
import { moveFocusByTab } from './move-focus-by-tab.ts'

// After each change the focus moves to the result, never to the page's body. The tests use keyboard, mouse and touch.

for (const hand of inputDevices) {
  test.describe(`by ${hand}`, () => {
    test.use({ hasTouch: hand === 'touch' })
    commits(hand)
  })
}

function commits(hand: InputDevice): void {
  let by: InputActions

  test.beforeEach(({ page }) => {
    by = createInputActions(hand, page)
  })

  test('every action moves the focus to its result', async ({ page, signIn, claimable }) => {
    // This test has many steps, so it needs more time.
    test.slow()
    const gateway = claimable({ applianceType: 'BOILER' })
    // The viewport is so low that the page scrolls to the focus.
    await page.setViewportSize({ width: 1280, height: 420 })
    await signIn(page, 'ada')
    await page.goto('/appliances')

    await test.step('an appliance is added', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
      await by.type('Serial number/Gateway ID', gateway.serial)
      await by.type('Access code/Password', gateway.accessCode)
      await by.type('User password', gateway.userPassword)
      await by.send('Add appliance')
      await expect(locateCard(page)).toContainText(gateway.serial)
      await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
    })

    await test.step('its address is discarded, saved, changed', async () => {
      const add = { role: 'button', name: 'Add address' } as const
      await by.press(add)
      await by.press({ role: 'button', name: 'Cancel' })
      await expect(page.getByRole('button', add)).toBeFocused()
      await page.keyboard.press('Enter')
      await by.type('Postal code', '80331')
      await by.type('City', 'Muenchen')
      await by.type('Street address', 'Talstrasse 12')
      await by.send('Save')
      await expect(page.locator('address', { hasText: 'Muenchen' })).toBeFocused()
      await by.press({ role: 'button', name: 'Edit address' })
      await by.press({ role: 'button', name: 'Save and continue' })
      await expect(locateTab(page, 'Service provider')).toBeFocused()
    })

    await test.step('a service provider is added and deleted', async () => {
      await by.find('Search service provider', 'heizung')
      await expect(locateCard(page).getByText(/^Service providers found/u)).toBeVisible()
      await by.pressOn(locateFoundCompany(page))
      await by.tick(/^I agree/u)
      await by.press({ role: 'button', name: 'Add service provider' })
      await expect(locateCard(page).getByRole('heading', { level: 3 }).and(page.locator(':focus'))).toBeVisible()
      await by.press({ role: 'button', name: 'Delete service provider' })
      await expect(locateQuestion(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(locateQuestion(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Delete service provider' })).toBeFocused()
      await page.keyboard.press('Enter')
      await by.answer('Delete')
      await expect(locateCard(page).getByRole('heading', { name: 'Add service provider' })).toBeFocused()
    })

    await test.step('a chosen service provider is given up', async () => {
      await by.find('Search service provider', 'heizung')
      await expect(locateCard(page).getByText(/^Service providers found/u)).toBeVisible()
      await by.pressOn(locateFoundCompany(page))
      await expect(page.getByRole('button', { name: 'Add service provider' })).toBeVisible()
      await by.press({ role: 'button', name: 'Cancel' })
      await expect(locateCard(page).locator(':focus')).toBeVisible()
    })

    await test.step('the appliance is named, and naming it is given up', async () => {
      const actions = page.getByRole('button', { name: /^More actions/u })
      for (const button of ['Cancel', 'Save']) {
        await by.pressOn(actions)
        await by.pressOn(page.getByRole('menuitem', { name: 'Rename' }))
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByLabel('Name')).toBeFocused()
        await page.keyboard.type('Cellar')
        await by.pressOn(dialog.getByRole('button', { name: button }))
        await expect(dialog).toBeHidden()
        await expect(actions).toBeFocused()
      }
      await expect(page.getByRole('article', { name: 'Cellar, Boiler 1' })).toBeVisible()
    })

    await test.step('customer support is requested, and the consent withdrawn', async () => {
      await by.openTab('Cedar', 'Service provider')
      await expect(locateTab(page, 'Cedar')).toHaveAttribute('aria-selected', 'true')
      await by.tick(/^I authorize customer support/u)
      await by.press({ role: 'button', name: 'Send connection request' })
      const status = locateCard(page).getByText(/^(?:Waiting|Connected)/u)
      await expect(status.and(page.locator(':focus *'))).toBeVisible()
      await by.press({ role: 'button', name: 'Withdraw consent' })
      await by.answer('Withdraw consent')
      await expect(locateCard(page).getByRole('heading', { name: 'Share data with customer support' })).toBeFocused()
    })

    await test.step('the account details are changed', async () => {
      await by.press({ role: 'link', name: 'Account', key: 'Shift+Tab' })
      await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()
      await by.press({ role: 'button', name: 'Edit account details' })
      await expect(page.getByLabel('First name')).toBeFocused()
      await by.send('Save changes')
      await expect(page.getByRole('button', { name: 'Edit account details' })).toBeFocused()
    })

    await test.step('an export is requested', async () => {
      await by.press({ role: 'link', name: 'Appliances', key: 'Shift+Tab' })
      await by.press({ role: 'button', name: /^More actions/u })
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Data export' })).toBeFocused()
      await by.pressOn(page.getByRole('menuitem', { name: 'Data export' }))
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await by.press({ role: 'button', name: 'Request data export' })
      await expect(page.getByRole('article').getByRole('heading', { level: 3 })).toBeFocused()
    })
  })

  test.describe('an appliance with an address', () => {
    let company: FoundCompany

    test.beforeEach(async ({ page, signIn, claimed, claimable, api }) => {
      await setAddress(await api('ada'), await claimed('ada', claimable()))
      company = await findAcceptingCompany(await api('ada'))
      await signIn(page, 'ada')
      await page.goto('/appliances')
    })

    test('after an accepted invitation the provider has the focus, after a declined one the search', async ({
      page,
    }) => {
      await page.goto(`/invite?companyId=${company.id}`)
      await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
      await by.press({ role: 'button', name: 'Decline' })
      await expect(locateCard(page).getByRole('heading', { name: 'Add service provider' })).toBeFocused()
      await page.goto(`/invite?companyId=${company.id}`)
      await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
      await by.tick(/^I agree/u)
      await by.press({ role: 'button', name: 'Accept invitation' })
      await expect(locateCard(page).getByRole('heading', { name: company.name, level: 3 })).toBeFocused()
    })

    test('closing the invitation moves the focus to the heading of the page', async ({ page }) => {
      await page.goto(`/invite?companyId=${company.id}`)
      await expect(page.getByText('You have a new service provider invitation.')).toBeVisible()
      await by.pressOn(page.getByRole('button', { name: /^Close$/u }).first())
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    test('after an appliance is deleted the heading of the page has the focus', async ({
      page,
      claimed,
      claimable,
    }) => {
      await claimed('ada', claimable())
      await page.reload()
      await expect(page.getByRole('article')).toHaveCount(2)
      await by.pressOn(page.getByRole('button', { name: /^Delete appliance/u }).first())
      await by.answer('Delete')
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
    })

    test('a closed message returns the focus to where it was', async ({ page, context }) => {
      await context.route('**/api/2/connections/*', abortWrites)
      const remove = page.getByRole('button', { name: 'Delete appliance' })
      await by.pressOn(page.getByRole('button', { name: /^Delete appliance/u }).first())
      await by.answer('Delete')
      await expect(remove).toBeFocused()
      await by.pressOn(page.getByRole('alert').locator('..').getByRole('button', { name: 'Close' }))
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(remove).toBeFocused()
    })
  })

  test('leaving the form to add an appliance moves the focus to the heading of the list', async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await page.goto('/appliances')
    await by.pressOn(page.getByRole('button', { name: 'Add new appliance' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeFocused()
    await by.pressOn(page.getByRole('button', { name: 'Cancel' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
  })

  test('the question before logging out returns the focus, and the notices return it to the bell', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'owner')
    await page.goto('/appliances')
    const logout = page.getByRole('button', { name: 'Logout' })
    await by.pressOn(logout)
    await expect(locateQuestion(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await by.pressOn(locateQuestion(page).getByRole('button', { name: 'Cancel' }))
    await expect(logout).toBeFocused()
    const bell = page.getByRole('button', { name: /^Notifications/u })
    await by.pressOn(bell)
    const notices = page.getByRole('dialog', { name: 'Notifications' })
    await expect(notices.and(page.locator(':focus, :has(:focus)'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bell).toBeFocused()
  })

  test('marking all notices as read keeps the focus in the list', async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await answerUnreadNotice(page)
    await page.goto('/notices')
    await by.pressOn(page.getByRole('button', { name: 'Mark all as read' }))
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
    await expect(page.locator('main :focus')).toBeVisible()
  })

  test('a consent to update shows its form with the focus, and returns the focus afterwards', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'owner')
    await page.goto('/appliances')
    const pump = page.getByRole('article', { name: 'Heat Pump 1' })
    await expect(pump.getByRole('button', { name: 'Update now' })).toBeVisible()
    await by.pressOn(page.getByRole('button', { name: /^Update now$/u }).first())
    await expect(pump.getByRole('heading', { level: 4 })).toBeFocused()
    await by.press({ role: 'button', name: 'Cancel' })
    await expect(pump.getByRole('button', { name: 'Update now' })).toBeFocused()
  })
}

/**
 * Answers the list of notices with one unread notice. The request does not reach the demo's server, because its
 * notices belong to other tests.
 */
async function answerUnreadNotice(page: Page): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString()
  const notice: Notice = {
    id: '00000000-0000-4000-8000-000000000001',
    category: 'security',
    event: { kind: 'notice-settings-changed', at },
    connectionId: null,
    appliance: null,
    createdAt: at,
    readAt: null,
  }
  const answer = (isRead: boolean): NoticeList => ({
    items: [isRead ? { ...notice, readAt: at } : notice],
    unread: isRead ? 0 : 1,
    before: null,
  })
  let isRead = false
  await page.route(`**${noticeApi.listNotices.path}*`, async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: answer(isRead) })
    isRead = true
    return route.fulfill({ json: { unread: 0 } })
  })
}

test.describe('actions that only a keyboard has', () => {
  test('arrow keys choose the type, and Tab shows the tips of the form', async ({ page, signIn }) => {
    const by = createInputActions('keyboard', page)
    await signIn(page, 'owner')
    await page.goto('/appliances/add')
    await moveFocusByTab(page, { role: 'radio', name: 'CT100' })
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'CT200' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await by.type('Access code/Password', 'ABCD')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('User password')).toBeFocused()
  })

  test('Space and Enter open a menu on its first entry', async ({ page, signIn, claimed, claimable }) => {
    await claimed('ada', claimable())
    await signIn(page, 'ada')
    await page.goto('/appliances')
    const button = page.getByRole('button', { name: 'More actions' })
    await button.focus()
    for (const key of ['Space', 'Enter']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('menuitem', { name: 'Data export' }), key).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
})
