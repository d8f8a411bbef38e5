import type { Locator, Page } from '@playwright/test'
import { locateFailureMessage, locateFoundCompany, locateSuccessMessage } from '../addresses-and-companies.ts'
import { expect, test } from '../fixtures.ts'
import { signUp } from '../people.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const offline = 'You are offline. What you see may be out of date.'

test('a person whose network fails during a save sees why, keeps typed values, and is up to date again afterwards', async ({
  page,
  context,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada')
  await field.report('WORKING')
  await signIn(page, 'ada')
  await page.goto('/account')
  await page.goto('/appliances')
  const card = page.getByRole('article')
  await expect(card).toContainText('Working since')
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByRole('link', { name: 'Appliances' }).click()
  await card.getByRole('button', { name: 'Add address' }).click()
  await card.getByRole('textbox', { name: 'Postal code' }).fill('80331')
  await card.getByRole('textbox', { name: 'City' }).fill('München')
  await card.getByRole('textbox', { name: 'Street address' }).fill('Talstraße 12')

  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await expect(card).toContainText('Working · Last seen')
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByText("Saving appliance's address failed!")).toBeVisible()
  await expect(page.getByRole('alert').getByText('You are offline. Nothing is lost')).toBeVisible()
  await expect(card.getByRole('textbox', { name: 'City' })).toHaveValue('München')

  await field.report('ERROR')
  await context.setOffline(false)
  await expect(page.getByText(offline)).toBeHidden()
  await expect(card).toContainText('Error since')
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('The appliance address was successfully added')).toBeVisible()
})

test('offline, visited pages open, others say so and open by themselves later', async ({ page, context, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByRole('link', { name: 'Appliances' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByRole('link', { name: 'Appliances' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
})

test('a part that could not be loaded offline is loaded as soon as the network is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await expect(page.getByText('Emails go to')).toBeVisible()
  await page.getByRole('link', { name: 'Appliances' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('Your settings could not be loaded.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Emails go to')).toBeVisible()
  await expect(page.getByText('Your settings could not be loaded.')).toBeHidden()
})

test('a page from before a deployment asks to be reloaded, and keeps typed values', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  // Delays the script of the notice settings until after the deployment.
  const isDeployed = Promise.withResolvers<void>()
  await page.route(/\/assets\/notice-settings-[\w-]{8}\.js$/u, async (route) => {
    await isDeployed.promise
    await route.fulfill({ status: 404 })
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('First name').fill('Zoë')
  await deploy(page)
  isDeployed.resolve()
  await expect(page.getByText('This part could not be loaded.')).toBeVisible()
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByText('A new version of the portal is available.')).toBeVisible()
  await expect(page.getByText('Please check your internet connection')).toBeHidden()
  await page.unrouteAll()
  const isLoaded = page.waitForEvent('load')
  await page.getByRole('alert').getByRole('button', { name: 'Load again' }).click()
  await isLoaded
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
})

test('a part that a person asks for and that does not load says so, and nothing typed is lost', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('First name').fill('Zoë')
  await page.waitForLoadState('networkidle')
  await page.route(/\/assets\/dialog-panel-[\w-]{8}\.js$/u, (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('This part could not be loaded.')).toBeInViewport()
  await page.unrouteAll()
  const isLoaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Load again' }).click()
  await isLoaded
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
})

test('a person whose network fails at each save sees it each time, keeps typed values, and saves at the second try', async ({
  page,
  claimable,
}) => {
  // This test saves nine forms, each of them twice, so it needs more time.
  test.slow()
  await signUp(page, '/appliances/add')
  const gateway = claimable({ simulated: false })
  const card = page.getByRole('article')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await page.getByLabel('User password').fill(gateway.userPassword)
  await pressTwice(page, button('Add appliance'), 'Adding appliance failed.')
  await expect(locateSuccessMessage(page, 'The appliance was successfully added.')).toBeVisible()

  await button('Add address').click()
  await card.getByRole('textbox', { name: 'Postal code' }).fill('80331')
  await card.getByRole('textbox', { name: 'City' }).fill('München')
  await card.getByRole('textbox', { name: 'Street address' }).fill('Talstraße 12')
  await pressTwice(page, button('Save'), "Saving appliance's address failed!")
  await expect(locateSuccessMessage(page, 'The appliance address was successfully added')).toBeVisible()

  await card.getByRole('tab', { name: 'Service provider' }).click()
  await card.getByRole('searchbox').fill('Heiz')
  await locateFoundCompany(page).click()
  await card.getByRole('checkbox', { name: /^I agree/u }).check()
  await pressTwice(page, button('Add service provider'), 'Adding service provider failed.')
  await expect(locateSuccessMessage(page, 'The service provider was successfully added')).toBeVisible()
  await confirmTwice(
    page,
    { opener: button('Delete service provider'), answer: 'Delete' },
    'Removing service provider failed.',
  )
  await expect(locateSuccessMessage(page, 'The service provider was removed successfully.')).toBeVisible()

  await card.getByRole('tab', { name: 'Cedar' }).click()
  await card.getByRole('checkbox', { name: /^I authorize/u }).check()
  await pressTwice(page, button('Send connection request'), 'Adding customer service failed.')
  await expect(locateSuccessMessage(page, "The appliance's data was successfully shared")).toBeVisible()
  await confirmTwice(
    page,
    { opener: button('Withdraw consent'), answer: 'Withdraw consent' },
    'Removing customer support failed.',
  )
  await expect(locateSuccessMessage(page, 'The customer support was removed successfully.')).toBeVisible()

  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Data export' }).click()
  await page.getByRole('checkbox', { name: 'Remote service record' }).uncheck()
  await pressTwice(page, button('Request data export'), 'We could not submit your data export request.')
  await expect(locateSuccessMessage(page, 'Data export request submitted')).toBeVisible()

  await page.goto('/account')
  await button('Edit account details').click()
  await page.getByLabel('First name').fill('Zoë')
  await pressTwice(page, button('Save changes'), 'Saving account data failed!')
  await expect(page.getByText('Zoë')).toBeVisible()

  await page.goto('/appliances')
  await confirmTwice(
    page,
    { opener: page.getByRole('button', { name: /^Delete appliance/u }), answer: 'Delete' },
    'Deleting appliance failed',
  )
  await expect(locateSuccessMessage(page, 'The appliance was removed successfully')).toBeVisible()
})

/** Submits while the network fails, expects the error message, and submits again without typing anything. */
async function pressTwice(page: Page, submit: Locator, words: string): Promise<void> {
  await failNextWrite(page)
  await submit.click()
  await expect(locateFailureMessage(page, words)).toBeVisible()
  await submit.click()
}

/** Does the same as `pressTwice` for an action that the person must confirm in a dialog. */
async function confirmTwice(page: Page, { opener, answer }: { opener: Locator; answer: string }, words: string) {
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: answer })
  await opener.click()
  await failNextWrite(page)
  await confirm.click()
  await expect(locateFailureMessage(page, words)).toBeVisible()
  await expect(confirm).toBeHidden()
  await opener.click()
  await confirm.click()
}

/** Makes the next write request fail before it reaches the server. */
async function failNextWrite(page: Page): Promise<void> {
  let hasFailed = false
  await page.route(/\/api\/2\/(?:connections|gateways|users|eu-data-act)\b/u, (route) => {
    if (hasFailed || route.request().method() === 'GET') return route.fallback()
    hasFailed = true
    return route.abort()
  })
}

/** Simulates a deployment: from now on the server has only the files of another build. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace(/\/assets\/page-[\w-]+\.js/u, '/assets/page-next.js')
      await route.fulfill({ response, body: html })
    },
  )
}
