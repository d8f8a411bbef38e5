import type { Page } from '@playwright/test'
import { locateFoundCompany, setAddress, locateSuccessMessage } from '../addresses-and-companies.ts'
import { expect, test } from '../fixtures.ts'
import { signUp } from '../people.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a newcomer who is signed out in the middle of a form signs in again and finds the typed values', async ({
  page,
  claimable,
}) => {
  // This test signs out and in three times, so it needs more time.
  test.slow()
  await signUp(page, '/appliances/add')
  const gateway = claimable({ simulated: false })
  const card = page.getByRole('article')

  await page.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await comeBackSignedIn(page)
  await expect.poll(async () => digitsIn(page, 'Serial number/Gateway ID')).toBe(gateway.serial)
  // The access code is empty after the new sign-in, because the page does not store secrets.
  await expect(page.getByLabel('Access code/Password')).toHaveValue('')
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await page.getByLabel('User password').fill(gateway.userPassword)
  await page.getByRole('button', { name: 'Add appliance' }).click()

  await card.getByRole('button', { name: 'Add address' }).click()
  await card.getByRole('textbox', { name: 'Postal code' }).fill('80331')
  await card.getByRole('textbox', { name: 'City' }).fill('München')
  await card.getByRole('textbox', { name: 'Street address' }).fill('Talstraße 12')
  await comeBackSignedIn(page)
  await expect(card.getByRole('textbox', { name: 'City' })).toHaveValue('München')
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(locateSuccessMessage(page, 'The appliance address was successfully added')).toBeVisible()

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Edit account details' }).click()
  await page.getByLabel('First name').fill('Zoë')
  await comeBackSignedIn(page)
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(locateSuccessMessage(page, 'Account data added successfully!')).toBeVisible()
  await removeAppliance(page)
})

test('an owner who is signed out in the middle of a form finds the choices, and agrees again', async ({
  page,
  api,
  claimable,
  claimed,
  signIn,
}) => {
  // This test signs out and in three times, so it needs more time.
  test.slow()
  const id = await claimed('cleo', claimable({ simulated: false }))
  await setAddress(await api('cleo'), id)
  await signIn(page, 'cleo')
  await page.goto('/appliances')
  const card = page.getByRole('article')

  await card.getByRole('searchbox').fill('Heiz')
  await locateFoundCompany(page).click()
  await card.getByRole('checkbox', { name: /^I agree/u }).check()
  await comeBackSignedIn(page)
  await expect(card.getByRole('checkbox', { name: /^I agree/u })).not.toBeChecked()
  await card.getByRole('checkbox', { name: /^I agree/u }).check()
  await card.getByRole('button', { name: 'Add service provider' }).click()
  await expect(locateSuccessMessage(page, 'The service provider was successfully added')).toBeVisible()

  await card.getByRole('tab', { name: 'Cedar' }).click()
  await card.getByRole('checkbox', { name: /^I authorize/u }).check()
  await comeBackSignedIn(page)
  await expect(card.getByRole('checkbox', { name: /^I authorize/u })).not.toBeChecked()
  await card.getByRole('checkbox', { name: /^I authorize/u }).check()
  await card.getByRole('button', { name: 'Send connection request' }).click()
  await expect(locateSuccessMessage(page, "The appliance's data was successfully shared")).toBeVisible()

  await page.goto(`/appliances/${id}/data-export`)
  await page.getByRole('radio', { name: 'Last 30 days' }).check()
  await page.getByRole('checkbox', { name: 'Remote service record' }).uncheck()
  await comeBackSignedIn(page)
  await expect(page.getByRole('radio', { name: 'Last 30 days' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Remote service record' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Request data export' }).click()
  await expect(locateSuccessMessage(page, 'Data export request submitted')).toBeVisible()
  await removeAppliance(page)
})

test('an owner who is signed out in the middle of a consent update finds it open, and agrees again', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const pump = page.getByRole('article', { name: 'Heat Pump 1' })
  await pump.getByRole('button', { name: 'Update now' }).click()
  await pump.getByRole('checkbox', { name: /^I agree/u }).check()
  await comeBackSignedIn(page)
  await expect(pump.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await expect(pump.getByRole('checkbox', { name: /^I agree/u })).not.toBeChecked()
})

/**
 * Ends the session outside the page, expects that the page signs out, and signs in again. The session at the identity
 * provider still exists.
 */
async function comeBackSignedIn(page: Page): Promise<void> {
  const response = await page.request.post('/auth/logout')
  expect(response.ok()).toBe(true)
  await expect(page).toHaveURL('/unauthorized', { timeout: 5_000 })
  await expect(page.getByRole('alert')).toContainText(
    'You are signed out. Sign in again to pick up where you left off.',
  )
  await expect(page.getByRole('alert')).toContainText('What you typed has been kept for you.')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(locateSuccessMessage(page, 'We kept what you typed.')).toBeVisible()
}

/** Returns the digits of a field that shows them in groups. */
async function digitsIn(page: Page, label: string): Promise<string> {
  return (await page.getByLabel(label).inputValue()).replaceAll(/\D/gu, '')
}

/** Removes the appliance. No fixture removes it, because the test added it in the page. */
async function removeAppliance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Appliances', exact: true }).click()
  await page.getByRole('button', { name: 'Delete appliance' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
}
