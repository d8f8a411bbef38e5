import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an owner whose terms are updated in the middle of a form reads them, agrees and finds the typed values', async ({
  page,
  signIn,
  claimable,
  claimed,
}) => {
  // Uses the size of a phone. On a phone, the form and the message above it are not visible at the same time.
  await page.setViewportSize({ width: 390, height: 844 })
  await claimed('ada', claimable({ simulated: false }))
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('textbox', { name: 'City' }).fill('Bonn')
  await page.getByRole('textbox', { name: 'Postal code' }).fill('53111')
  await page.getByRole('textbox', { name: 'Street address' }).fill('Markt 1')
  const renewed = await renewTerms(page)
  const read = page.getByRole('button', { name: 'Read the terms' })
  for (const tries of [1, 2]) {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(read, `${tries}`).toBeFocused()
    await expect(page.getByText('The terms have changed. Please agree to them to go on.')).toBeInViewport({ ratio: 1 })
  }
  await read.click()
  await page.getByRole('checkbox', { name: 'I agree to the' }).check()
  await page.getByRole('button', { name: 'Accept and continue' }).click()
  await expect.poll(() => renewed.isAccepted).toBe(true)
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Bonn')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('The appliance address was successfully added')).toBeVisible()
  await expect(page.getByText('The terms have changed. Please agree')).toBeHidden()
})

/** Makes the server require new terms, and refuse to save an address until the person has accepted them. */
async function renewTerms(page: Page): Promise<{ isAccepted: boolean }> {
  const renewed = { isAccepted: false }
  await page.route('**/api/2/tos/status', async (route) => {
    if (route.request().method() === 'PUT') renewed.isAccepted = true
    await route.fulfill({ json: { accepted: true, hasUpdate: !renewed.isAccepted } })
  })
  await page.route('**/api/2/connections/*/address', async (route) => {
    if (renewed.isAccepted) return route.continue()
    const code = 'terms-not-accepted'
    const json = { type: 'about:blank', title: code, code, status: 412, route: '/accept-tos' }
    return route.fulfill({ status: 412, json })
  })
  return renewed
}
