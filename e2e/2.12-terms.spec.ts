import type { Page } from '@playwright/test'
import { formatLongDay } from '#client/i18n/format.ts'
import { readTermsDocuments } from '#server/terms/terms-documents.ts'
import { abortWrites } from './abort-writes.ts'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'
import { acceptTermsInDialog, signUpAsNewcomer, chooseCountry, findTermsDialog } from './newcomer.ts'

const status = '**/api/2/tos/status'

/** Makes the server report a newer version of the terms. */
async function renewTerms(page: Page): Promise<void> {
  let hasUpdate = true
  await disableFirstAnswers(page)
  await page.route(status, async (route) => {
    if (route.request().method() === 'PUT') hasUpdate = false
    await route.fulfill({ json: { accepted: true, hasUpdate } })
  })
}

/** Opens the terms as `emil`, who has not accepted them. No test accepts the terms as this person. */
async function comeAsNewcomer(page: Page, signIn: (page: Page, who: 'emil') => Promise<void>): Promise<void> {
  await signIn(page, 'emil')
  await page.goto('/')
  await expect(findTermsDialog(page)).toBeVisible()
}

function refusal(code: string, more: object) {
  return { type: 'about:blank', title: code, code, ...more }
}

test.describe('a person who comes for the first time', () => {
  test('is redirected to the terms, chooses a country, accepts and continues to the account', async ({ page }) => {
    await signUpAsNewcomer(page)
    await expect(page).toHaveURL('/accept-tos')
    const { effectiveDate } = (await readTermsDocuments('legal')).termsOf(null, 'en')
    await expect(findTermsDialog(page)).toContainText(formatLongDay(effectiveDate, 'en-GB'))
    // The page's only level-1 heading is visually hidden, because the dialog shows its title.
    await expect(page.locator('h1')).toHaveText('Terms of Service')
    await expect(page.locator('h1')).toBeHidden()
    await acceptTermsInDialog(page)
    await expect(page).toHaveURL('/account-add')
    await expect(page.getByRole('heading', { level: 1, name: 'Add account details' })).toBeFocused()
  })

  test('cannot continue before saving is allowed', async ({ page, signIn }) => {
    await comeAsNewcomer(page, signIn)
    const start = page.getByRole('button', { name: 'Start using' })
    await expect(start).toBeDisabled()
    const agree = page.getByRole('checkbox', { name: 'I agree to the' })
    await agree.check()
    await expect(start).toBeEnabled()
    await agree.uncheck()
    await expect(start).toBeDisabled()
  })

  test('cannot close the terms by the backdrop or by Escape', async ({ page, signIn }) => {
    await comeAsNewcomer(page, signIn)
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await expect(findTermsDialog(page)).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL('/accept-tos')
  })

  test('can choose the countries of the brand, their own one first', async ({ page, signIn }) => {
    await comeAsNewcomer(page, signIn)
    const country = page.getByRole('combobox', { name: 'Country' })
    await expect(country).toContainText('United Kingdom')
    await country.click()
    await expect(page.getByRole('option')).toHaveCount(13)
    await expect(page.getByRole('option', { name: 'Belgium' })).toHaveCount(0)
  })

  test('reads the documents of the country in another tab, and keeps the values of the form', async ({
    page,
    signIn,
  }) => {
    await comeAsNewcomer(page, signIn)
    await chooseCountry(page, 'Country', 'Austria')
    const agree = page.getByRole('checkbox', { name: 'I agree to the' })
    await agree.check()
    const documents = {
      'Terms of Service': '/policies/en/AT/tos',
      'Data protection information (GDPR)': '/policies/en/AT/privacy',
      'Information on product and service related data (Data Act)': '/policies/en/AT/data-act',
    }
    for (const [name, href] of Object.entries(documents)) {
      await expect(findTermsDialog(page).getByRole('link', { name })).toHaveAttribute('href', href)
    }
    const opening = page.waitForEvent('popup')
    await findTermsDialog(page).getByRole('link', { name: 'Terms of Service' }).click()
    const newTab = await opening
    await expect(newTab.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
    await newTab.close()
    await expect(agree).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Country' })).toContainText('Austria')
  })

  test('sees the same button until the next page is loaded', async ({ page }) => {
    await signUpAsNewcomer(page)
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.route('**/assets/**', () => undefined)
    const accepted = page.waitForResponse(status)
    await page.getByRole('button', { name: 'Start using' }).click()
    await accepted
    // The name 'Your answer is being saved' is only for the time until the server has answered.
    await expect(findTermsDialog(page).getByRole('button', { name: 'Your answer is being saved' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Start using' })).toBeVisible()
    await expect(page.getByText('Welcome!')).toBeVisible()
  })

  test('does not see a message about changed terms when an acceptance fails', async ({ page }) => {
    await signUpAsNewcomer(page)
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.route(status, abortWrites)
    await page.getByRole('button', { name: 'Start using' }).click()
    await expect(page).toHaveURL('/error')
    await expect(page.getByText('Please read the terms and agree to them to continue.')).toBeVisible()
    await expect(page.getByText('The terms have changed.')).toBeHidden()
  })

  test('may leave without accepting', async ({ page }) => {
    await signUpAsNewcomer(page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

test.describe('when the terms were updated', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await renewTerms(page)
  })

  test('an update is accepted without choosing a country again, and continues', async ({ page }) => {
    await page.goto('/account')
    await expect(page).toHaveURL('/accept-tos')
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page).toHaveURL('/account')
  })

  test('a person who comes by /external accepts at /external-accept-tos', async ({ page }) => {
    await page.goto('/external')
    await expect(page).toHaveURL('/external-accept-tos')
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
  })

  test('terms that change while being read must be read and ticked again', async ({ page }) => {
    await page.goto('/accept-tos')
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.route('**/api/2/tos?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...((await answer.json()) as object), version: 'next' } })
    })
    await page.route(status, async (route) => {
      const errors = [{ path: 'version', code: 'outdated' }]
      await route.fulfill({ status: 422, json: refusal('invalid-request', { status: 422, errors }) })
    })
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(findTermsDialog(page)).toContainText('The terms have changed in the meantime.')
    await expect(page.getByRole('checkbox', { name: 'I agree to the' })).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Accept and continue' })).toBeDisabled()
  })

  test('an acceptance that fails leads to the error page', async ({ page }) => {
    await page.goto('/accept-tos')
    await page.getByRole('checkbox', { name: 'I agree to the' }).check()
    await page.route(status, abortWrites)
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page).toHaveURL('/error')
  })
})

test('a 412 on any call leads to the terms', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  await renewTerms(page)
  await page.route('**/api/2/connections/*', async (route) => {
    const json = refusal('terms-not-accepted', { status: 412, route: '/accept-tos' })
    await route.fulfill({ status: 412, json })
  })
  await page.getByRole('button', { name: 'Delete appliance' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/accept-tos')
  await expect(findTermsDialog(page)).toBeVisible()
})

test('a status that cannot be read leads to the error page', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await disableFirstAnswers(page)
  await page.route(status, (route) => route.abort())
  await page.goto('/appliances')
  await expect(page).toHaveURL('/error')
})

test('a person who has accepted is not asked again', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/accept-tos')
  await expect(page).toHaveURL('/appliances')
})
