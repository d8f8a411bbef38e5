import type { Page } from '@playwright/test'
import {
  locateCard,
  connectCompany,
  setAddress,
  addressInMunich,
  locateSuccessMessage,
  locateTab,
} from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'

const fields = { postalCode: 'Postal code', city: 'City', street1: 'Street address', street2: 'Apartment, suite, etc.' }

async function fill(page: Page, values: Partial<Record<keyof typeof fields, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await page.getByLabel(fields[field as keyof typeof fields]).fill(value)
  }
}

const munich = { postalCode: '80331', city: 'München', street1: 'Talstraße 12' }

test.describe('an appliance without an address', () => {
  test.beforeEach(async ({ page, signIn, claimed, claimable }) => {
    await claimed('ada', claimable())
    await signIn(page, 'ada')
    await page.goto('/appliances')
  })

  test('opens on the Address tab with a button to add one', async ({ page }) => {
    await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Add address' }).click()
    await expect(page.getByText('*Please fill in mandatory fields.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Add address' })).toBeFocused()
  })

  test('gets one, trimmed, and shows it', async ({ page, api }) => {
    await page.getByRole('button', { name: 'Add address' }).click()
    await choose(page, 'Germany')
    await fill(page, { postalCode: ' 80331 ', city: ' München ', street1: ' Talstraße 12 ', street2: ' Hinterhaus ' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(locateSuccessMessage(page, 'The appliance address was successfully added')).toBeVisible()
    for (const line of ['Talstraße 12', 'Hinterhaus', '80331 München', 'Germany']) {
      await expect(locateCard(page).getByText(line, { exact: true })).toBeVisible()
    }
    const { items } = (await (await (await api('ada'))('GET', '/api/2/connections')).json()) as {
      items: { service: { address: unknown } }[]
    }
    expect(items[0]?.service.address).toEqual({ ...addressInMunich, street: ['Talstraße 12', 'Hinterhaus'] })
  })

  test("'Save and continue' opens the Service provider tab", async ({ page }) => {
    await page.getByRole('button', { name: 'Add address' }).click()
    await choose(page, 'Germany')
    await fill(page, munich)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(locateTab(page, 'Service provider')).toHaveAttribute('aria-selected', 'true')
    await expect(locateTab(page, 'Service provider')).toBeFocused()
    await expect(page.getByPlaceholder(/^Search service provider/u)).toBeVisible()
  })

  test('a form in edit mode needs a confirmation before leaving', async ({ page }) => {
    await page.getByRole('button', { name: 'Add address' }).click()
    await fill(page, { city: 'München' })
    await locateTab(page, 'Cedar').click()
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
    await expect(question.getByText('Leave without saving changes?')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('City')).toHaveValue('München')
    await page.getByRole('link', { name: 'Account' }).click()
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL('/account')
  })
})

test('the country is locked by its companies, and says why', async ({ page, signIn, claimed, claimable, api }) => {
  const reason =
    'This appliance already has a service provider and customer support in this country. To change the country, please remove both.'
  const id = await claimed('ada', claimable())
  await setAddress(await api('ada'), id)
  for (const companyType of ['SUPPORT', 'ASA'] as const) await connectCompany(await api('ada'), id, companyType)
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await locateTab(page, 'Address').click()
  await page.getByRole('button', { name: 'Edit address' }).click()
  await expect(country(page)).toBeDisabled()
  await expect(country(page)).toHaveAccessibleDescription(reason)
  await country(page).hover()
  await expect(page.getByRole('tooltip')).toHaveText(reason)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await fill(page, { city: 'Freising' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(locateSuccessMessage(page, 'The appliance address was successfully edited')).toBeVisible()
})

test('an address changed in another tab shows here, and an edit in progress stays', async ({
  page,
  context,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const id = await claimed('ada', claimable())
  await setAddress(await api('ada'), id)
  await signIn(page, 'ada')
  const other = await context.newPage()
  for (const each of [page, other]) {
    const opensSocket = each.waitForEvent('websocket', (socket) => socket.url().includes('eventbus'))
    await each.goto('/appliances')
    await (await opensSocket).waitForEvent('framereceived', ({ payload }) => String(payload).includes(id))
    await locateTab(each, 'Address').click()
  }
  await changeCity(other, 'Augsburg')
  await expect(locateCard(page).getByText('80331 Augsburg')).toBeVisible()

  await page.getByRole('button', { name: 'Edit address' }).click()
  await fill(page, { city: 'Passau' })
  await changeCity(other, 'Rosenheim')
  await expect(page.getByText(/changed elsewhere in the meantime: Talstraße 12, 80331 Rosenheim/u)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Passau')

  async function changeCity(on: Page, city: string): Promise<void> {
    await on.getByRole('button', { name: 'Edit address' }).click()
    await on.getByLabel('City').fill(city)
    await on.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(locateCard(on).getByText(`80331 ${city}`)).toBeVisible()
  }
})

test('a viewer sees the address without edit controls', async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/appliances')
  await expect(locateCard(page).getByText(/^Only the appliance owner can edit/u)).toBeVisible()
  await locateTab(page, 'Address').click()
  await expect(locateCard(page).getByText('Germany')).toBeVisible()
  await expect(page.getByRole('button', { name: /address/iu })).toHaveCount(0)
})

function country(page: Page) {
  return page.getByRole('combobox', { name: 'Country' })
}

async function choose(page: Page, name: string): Promise<void> {
  await country(page).click()
  await page.getByRole('option', { name }).click()
}
