import type { Locator, Page } from '@playwright/test'
import { acceptingCompany, card, type FoundCompany, giveAddress, success, tab } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'

// After each commit the focus goes to what it produced, never to the page's body.

/** Everything by the keyboard: the focus goes to `target`, and Enter is pressed. */
async function press(page: Page, target: Parameters<typeof tabTo>[1]): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
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

test('an address that was saved has the focus, and a form that was given up gives it back', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  await giveAddress(await api('ada'), await claimed('ada', claimable()))
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await tab(page, 'Address').click()
  const edit = { role: 'button', name: 'Edit address' } as const
  await press(page, edit)
  await press(page, { role: 'button', name: 'Cancel' })
  await expect(page.getByRole('button', edit)).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'textbox', name: 'City' })
  await page.keyboard.type('Augsburg')
  await page.keyboard.press('Enter')
  await expect(success(page, 'The appliance address was successfully edited')).toBeVisible()
  await expect(page.locator('address', { hasText: 'Augsburg' })).toBeFocused()
  await press(page, edit)
  await press(page, { role: 'button', name: 'Save and continue' })
  await expect(tab(page, 'Service provider')).toBeFocused()
})

test.describe('an appliance with an address', () => {
  let company: FoundCompany

  test.beforeEach(async ({ page, signIn, claimed, claimable, api }) => {
    await giveAddress(await api('ada'), await claimed('ada', claimable()))
    company = await acceptingCompany(await api('ada'))
    await signIn(page, 'ada')
    await page.goto('/appliances')
  })

  test('a provider that was added has the focus, and the search when it was deleted', async ({ page }) => {
    await page.getByPlaceholder(/^Search service provider/u).fill(company.name)
    const found = page.getByRole('button', { name: company.id })
    await expect(found).toBeVisible()
    await press(page, { role: 'button', name: new RegExp(company.id, 'u') })
    await expect(card(page).getByText('Selected service provider')).toBeVisible()
    await tick(page, /^I agree/u)
    await press(page, { role: 'button', name: 'Add service provider' })
    await expect(card(page).getByRole('heading', { name: company.name, level: 3 })).toBeFocused()

    await press(page, { role: 'button', name: 'Delete service provider' })
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete service provider' })).toBeFocused()
    await page.keyboard.press('Enter')
    await answer(page, 'Delete')
    await expect(card(page).getByRole('heading', { name: 'Add service provider' })).toBeFocused()
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

  test('the request to customer support has its status focused, the withdrawal the form', async ({ page }) => {
    await tab(page, 'Cedar').click()
    await tick(page, /^I authorize customer support/u)
    await press(page, { role: 'button', name: 'Send connection request' })
    await expect(success(page, "The appliance's data was successfully shared with customer support.")).toBeVisible()
    await expect(
      card(page)
        .getByText(/^(?:Waiting|Connected)/u)
        .and(page.locator(':focus *')),
    ).toBeVisible()
    await press(page, { role: 'button', name: 'Withdraw consent' })
    await answer(page, 'Withdraw consent')
    await expect(card(page).getByRole('heading', { name: 'Share data with customer support' })).toBeFocused()
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
    await context.route('**/api/2/connections/*', (route) => route.abort())
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

test('an export that was requested has the focus', async ({ page, signIn, claimed, claimable }) => {
  const id = await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto(`/appliances/${id}/data-export`)
  await page.getByRole('button', { name: 'Request data export' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByRole('heading', { level: 3 })).toBeFocused()
})
