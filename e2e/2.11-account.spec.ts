import type { Page } from '@playwright/test'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'
import { acceptTermsInDialog, signUpAsNewcomer } from './newcomer.ts'

const firstName = (page: Page) => page.getByLabel('First name')
const lastName = (page: Page) => page.getByLabel('Last name')
const email = (page: Page) => page.getByRole('textbox', { name: 'Contact email' })
const telephone = (page: Page) => page.getByLabel('Telephone')
const dialling = (page: Page) => page.getByRole('combobox', { name: 'Dialling code' })
const usesIdentity = (page: Page) => page.getByRole('checkbox', { name: 'Use the identity email as my contact email' })

test('a person who completes the details for the first time submits by Enter and sees the appliances', async ({
  page,
}) => {
  const signInEmail = await signUpAsNewcomer(page)
  await acceptTermsInDialog(page)
  await firstName(page).fill(' Zoë ')
  await lastName(page).fill('van den Berg')
  await telephone(page).fill('15112345678')
  await telephone(page).press('Enter')
  await expect(page.getByRole('status').getByText('Account data added successfully!')).toBeVisible()
  await expect(page).toHaveURL('/appliances/add')
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  const details = page.getByRole('main')
  for (const value of ['Zoë', 'van den Berg', signInEmail, '+49 1511 2345678']) {
    await expect(details.getByText(value, { exact: true }).first()).toBeVisible()
  }
})

test('after the details, a phone shows the next page from its top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await signUpAsNewcomer(page)
  await acceptTermsInDialog(page)
  await firstName(page).fill('Ada')
  await lastName(page).fill('Berg')
  await telephone(page).fill('15112345678')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/appliances/add')
  await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeInViewport()
})

test.describe('a person without account details', () => {
  let signInEmail = ''
  test.beforeEach(async ({ page, signIn, api }) => {
    const answer = await (await api('dora'))('GET', '/api/2/users/me')
    signInEmail = ((await answer.json()) as { email: string }).email
    await signIn(page, 'dora')
    await page.goto('/account-add')
    await expect(page.getByRole('heading', { level: 1, name: 'Add account details' })).toBeVisible()
  })

  test('sees only the form, on every path', async ({ page }) => {
    for (const path of ['/appliances', '/account', '/invite']) {
      await page.goto(path)
      await expect(page).toHaveURL('/account-add')
    }
    await expect(page.getByText('Logged in with')).toHaveCount(0)
    await expect(dialling(page)).toContainText('+49')
    await expect(usesIdentity(page)).toBeChecked()
    await expect(email(page)).toHaveValue(signInEmail)
  })
})

test.describe('a person with an account', () => {
  const edit = (page: Page) => page.getByRole('button', { name: 'Edit account details' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'ada')
    await page.goto('/account')
    await edit(page).click()
    await expect(page.getByRole('heading', { name: 'Edit account details' })).toBeVisible()
  })

  test('edits it and returns to the overview', async ({ page }) => {
    await expect(firstName(page)).toBeFocused()
    await lastName(page).fill('Lovelace')
    await save(page).click()
    await expect(page.getByRole('status').getByText('Account data added successfully!')).toBeVisible()
    await expect(page).toHaveURL('/account')
    await expect(page.getByText('Lovelace')).toBeVisible()
    await expect(edit(page)).toBeFocused()
  })

  test('keeps typed values when saving fails', async ({ page }) => {
    await lastName(page).fill('Byron')
    await page.route('**/api/2/users/me', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await save(page).click()
    const failure = page.getByRole('alert').getByText('Saving account data failed! Please try again later.')
    await expect(failure).toBeVisible()
    await expect(lastName(page)).toHaveValue('Byron')
    await page.unroute('**/api/2/users/me')
    await save(page).click()
    await expect(page.getByText('Byron')).toBeVisible()
  })

  test('discards the edit by Cancel, without a question', async ({ page }) => {
    await lastName(page).fill('Nobody')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit(page)).toBeFocused()
    await expect(page.getByText('Nobody')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('is asked before unsaved changes are left', async ({ page }) => {
    const dialog = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
    const leave = async () => page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
    await lastName(page).fill('Nobody')
    await leave()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(lastName(page)).toHaveValue('Nobody')
    await leave()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  })

  test('leaves an untouched form without a question', async ({ page }) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  })
})

test('the account shows the sign-in, the link to the profile and the language menu', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await expect(page.getByText('Logged in with')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account details' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible()
  // The word 'Language' is visible only in the heading. The menu has the same word as its accessible name.
  expect(await page.getByText('Language', { exact: true }).evaluateAll(seen)).toEqual(['H2'])
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { level: 1, name: 'Konto' })).toBeVisible()
})

/** Returns the tag names of the visible elements. Elements for screen readers only are one pixel high. */
function seen(elements: Element[]): string[] {
  return elements.filter(({ clientHeight }) => clientHeight > 1).map(({ tagName }) => tagName)
}

test('a user that cannot be read leads to the error page', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await disableFirstAnswers(page)
  await page.route('**/api/2/users/me', (route) => route.abort())
  await page.goto('/account')
  await expect(page).toHaveURL('/error')
})

test('a value that is -- is treated as absent', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await disableFirstAnswers(page)
  await page.route('**/api/2/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), lastName: '--' } })
  })
  await page.goto('/appliances')
  await expect(page).toHaveURL('/account-add')
  await expect(lastName(page)).toHaveValue('')
})

test('a login is reported with the user once, with marketing consent', async ({ page, signIn, baseURL }) => {
  await signIn(page, 'owner')
  await page.context().addCookies([{ name: 'cedar_privacy', value: 'version=2&marketing=1', url: baseURL ?? '' }])
  await page.addInitScript(() => {
    Object.assign(window, { dataLayer: [] })
  })
  const logins = () =>
    page.evaluate(() => (window as unknown as { dataLayer: { event: string; user_id?: string }[] }).dataLayer)
  await page.goto('/account')
  await expect(page.getByText('Logged in with')).toBeVisible()
  expect(await logins()).toEqual([{ event: 'login', user_id: expect.any(String) }])
  await page.reload()
  await expect(page.getByText('Logged in with')).toBeVisible()
  expect(await logins()).toEqual([])
})
