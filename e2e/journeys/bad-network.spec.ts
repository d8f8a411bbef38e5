import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const offline = 'You are offline. What you see may be out of date.'

test('one whose network fails at a save is told why, loses nothing, and is up to date again by itself', async ({
  page,
  context,
  signIn,
  claimable,
  claimed,
  device,
}) => {
  const gateway = claimable({ simulated: false })
  await claimed('ada', gateway)
  const field = await device(gateway)
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

test('offline, pages that were visited open, others say so and open by themselves later', async ({
  page,
  context,
  signIn,
}) => {
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

test('a page from before a deploy asks to be loaded again, and nothing typed is lost', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('First name').fill('Zoë')
  await deploy(page)
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByText('A new version of the portal is available.')).toBeVisible()
  await page.unroute('**/assets/**')
  await page.unroute((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
})

/** From now on the server has the files of another build alone. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
  )
}
