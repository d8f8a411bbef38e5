import { demoEmails } from '../scripts/demo/people.ts'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'
import { signInAtProvider } from './people.ts'

const companyId = '5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21'

test.describe('a signed-in person', () => {
  test.beforeEach(async ({ page, signIn }) => signIn(page, 'owner'))

  test('/, /external and /controller redirect to appliances', async ({ page }) => {
    for (const path of ['/', '/external', '/controller']) {
      await page.goto(path)
      await expect(page).toHaveURL('/appliances')
      await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
    }
  })

  test('the title of the page and the focus follow the route', async ({ page }) => {
    await page.goto('/appliances')
    await expect(page).toHaveTitle('Appliances – Gateway Management Portal')
    const stations = [
      ['Account', 'Account'],
      ['Info', 'Info'],
      ['Appliances', 'Appliances'],
    ] as const
    for (const [link, heading] of stations) {
      await page.getByRole('navigation').getByRole('link', { name: link }).click()
      await expect(page).toHaveTitle(`${heading} – Gateway Management Portal`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    }
  })

  test('the data export of an appliance that is not in the list is not found', async ({ page }) => {
    await page.goto('/appliances/8c0e0a1e-0c38-4f1f-a3a5-0b6a2f3a9d10/data-export')
    await expect(page).toHaveURL('/not-found')
  })

  test('Back and Forward navigate through the visited pages', async ({ page }) => {
    await page.goto('/appliances')
    await page.getByRole('button', { name: 'Add new appliance' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
  })

  test('Back returns to the page before / and before an invitation', async ({ page }) => {
    await page.goto('/unauthorized')
    for (const path of ['/', `/invite?companyId=${companyId}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
      await expect(page).toHaveURL('/appliances')
      await page.goBack()
      await expect(page).toHaveURL('/unauthorized')
    }
  })

  test('an invitation without a UUID is ignored', async ({ page }) => {
    await page.goto('/invite?companyId=no-uuid')
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('companyId'))).toBeNull()
    await expect(page.getByText('You have a new service provider invitation.')).toBeHidden()
  })
})

test.describe('a person without appliances', () => {
  test('is redirected from /appliances and /invite to appliances/add', async ({ page, signIn }) => {
    await signIn(page, 'ada')
    for (const path of ['/appliances', `/invite?companyId=${companyId}`]) {
      await page.goto(path)
      await expect(page).toHaveURL('/appliances/add')
      await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
    }
  })
})

test.describe('a signed-out person', () => {
  test('every page of an owner requires sign-in', async ({ page }) => {
    for (const path of ['/appliances', '/appliances/add', '/account', '/info', '/invite']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Sign in' }), path).toBeVisible()
    }
  })

  test('returns to the wanted page after signing in', async ({ page }) => {
    await page.goto('/info?from=letter')
    await signInAtProvider(page, demoEmails.owner)
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
    await expect(page).toHaveURL('/info?from=letter')
  })

  test('the company of an invitation is stored before the sign-in', async ({ page, baseURL }) => {
    await page.goto(`/invite?companyId=${companyId}`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goto('/not-found')
    expect(new URL(page.url()).origin).toBe(baseURL)
    expect(await page.evaluate(() => sessionStorage.getItem('companyId'))).toBe(companyId)
  })

  test('an unknown path shows the 404 page with a link home', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found – Gateway Management Portal')
    await expect(page.getByRole('link', { name: 'Go back to Home' })).toHaveAttribute('href', '/')
  })

  test('the error page names support', async ({ page }) => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^mailto:support@/u)
  })
})

test.describe('when the server fails', () => {
  test('a list that cannot be loaded shows the error page, and trying again returns to it', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'owner')
    await disableFirstAnswers(page)
    await page.route('**/api/2/connections?*', (route) => route.abort())
    await page.goto('/appliances')
    await expect(page).toHaveURL('/error')
    await page.unroute('**/api/2/connections?*')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('a 401 that a token renewal does not fix leads to the unauthorized page', async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await disableFirstAnswers(page)
    await page.route('**/api/2/connections?*', (route) => route.fulfill({ status: 401 }))
    await page.goto('/appliances')
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1, name: 'Authentication Required' })).toBeVisible()
    await expect(page.getByText("It seems you don't have the right permissions")).toBeVisible()
    await expect(page.getByText('You are signed out')).toBeHidden()
  })

  test('a 401 that a token renewal fixes is not noticed', async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await disableFirstAnswers(page)
    await page.route('**/api/2/connections?*', (route) => route.fulfill({ status: 401 }), { times: 1 })
    await page.goto('/appliances')
    await expect(page.getByRole('article')).toHaveCount(3)
  })
})
