import { expect, type Page } from '@playwright/test'

/** A screen of the product, and how a person who is signed in as the demo's owner comes to it. */
export type Screen = { name: string; open(page: Page): Promise<void> }

function at(path: string): Screen {
  return { name: path, open: async (page) => goTo(page, path) }
}

async function goTo(page: Page, path: string): Promise<void> {
  // What an earlier screen left in a form is given up.
  page.removeAllListeners('dialog')
  page.on('dialog', (question) => void question.accept())
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

/** Screens that need no sign-in. */
export const publicScreens: readonly Screen[] = ['/not-found', '/error', '/auth-failed', '/unauthorized'].map(at)

/** Screens and dialogs of whoever is signed in. */
export const signedInScreens: readonly Screen[] = [
  at('/appliances'),
  at('/appliances/add'),
  at('/account'),
  at('/info'),
  {
    name: 'each tab of a card',
    async open(page) {
      await goTo(page, '/appliances')
      for (const [place, tab] of ['Address', 'Service provider', 'Cedar'].entries()) {
        await page.getByRole('article').nth(place).getByRole('tab', { name: tab }).click()
      }
    },
  },
  {
    name: 'the menu of a card',
    async open(page) {
      await goTo(page, '/appliances')
      await page.getByRole('button', { name: 'More actions' }).first().click()
      await expect(page.getByRole('menuitem', { name: 'Data export' })).toBeVisible()
    },
  },
  {
    name: 'the dialog that deletes an appliance',
    async open(page) {
      await goTo(page, '/appliances')
      await page.getByRole('button', { name: 'Delete appliance' }).first().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the dialog that logs out',
    async open(page) {
      await goTo(page, '/appliances')
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the invitation callout',
    async open(page) {
      await goTo(page, '/invite?companyId=5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21')
      await expect(page.getByText('You have a new service provider invitation.')).toBeVisible()
    },
  },
  {
    name: 'the form with errors',
    async open(page) {
      await goTo(page, '/appliances/add')
      await page.getByRole('button', { name: 'Add appliance' }).click()
      await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'a sticker picture',
    async open(page) {
      await goTo(page, '/appliances/add')
      await page.getByRole('button', { name: 'Where do I find this?' }).first().focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
    },
  },
  {
    name: "the way to the brand's app",
    async open(page) {
      await goTo(page, '/appliances/add')
      await page.getByRole('radio', { name: 'CT200' }).check()
    },
  },
  {
    name: 'the question before unsaved changes are left',
    async open(page) {
      await goTo(page, '/appliances/add')
      await page.getByLabel('Serial number/Gateway ID').fill('1')
      await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'a failure toast',
    async open(page) {
      await page.route('**/api/2/connections', async (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
      await goTo(page, '/appliances/add')
      await page.getByLabel('Serial number/Gateway ID').fill('123456789')
      await page.getByLabel('Access code/Password').fill('ABCD1234EFGH5678')
      await page.getByLabel('User password').fill('abcd')
      await page.getByRole('button', { name: 'Add appliance' }).click()
      await expect(page.getByRole('alert').getByText('Adding appliance failed.')).toBeVisible()
    },
  },
]
