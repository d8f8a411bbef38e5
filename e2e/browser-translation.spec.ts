import type { Page } from '@playwright/test'
import { translatePages } from './browser-translation.ts'
import { expect, test } from './fixtures.ts'
import { arriveAsNewcomer } from './newcomer.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { noticeScreens } from './screens/notices.ts'
import { cardScreens, moreOwnerScreens, ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import type { Screen, Visit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { wordsIn } from './words.ts'

// The translation of a browser replaces the text nodes of the page; React must still update these texts.

test.describe.configure({ mode: 'parallel' })
test.slow()

const nothing = { bare: [], errors: [] }

/** Opens these screens in sequence, each in a page under translation. */
async function walk<V extends Visit>(page: Page, screens: readonly Screen<V>[], more?: Omit<V, keyof Visit>) {
  const complaints = await translatePages(page)
  const visit = { page, words: wordsIn('en'), ...more } as unknown as V
  for (const { name, open } of screens) {
    await open(visit)
    expect.soft(await complaints(), name).toEqual(nothing)
  }
}

test('a translated page opens every screen that needs no sign-in', async ({ page }) => {
  await walk(page, publicScreens)
})

test('a translated page opens every screen of a newcomer', async ({ page }) => {
  await arriveAsNewcomer(page, '/accept-tos')
  await walk(page, newcomerScreens)
})

test('a translated page opens every screen, dialog and tab of an owner', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await walk(page, [...ownerScreens, ...cardScreens, ...moreOwnerScreens, ...noticeScreens])
})

test('a translated page opens every screen of the service settings', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const gatewayId = await claimed('ada', claimable())
  await signIn(page, 'ada')
  await walk(page, serviceScreens, { api: await api('ada'), gatewayId })
})

test('a translated card shows each live value as it changes, and its texts never contradict each other', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada', 'BOILER')
  await field.report('WORKING')
  await signIn(page, 'ada')
  const complaints = await translatePages(page)
  await page.goto('/appliances')
  const card = page.getByRole('article')
  await expect(card).toContainText(/Working since \d{1,2}:\d{2}.*All is well\./su)
  for (const [status, words] of [
    ['ERROR', 'The appliance reports a fault.'],
    ['WORKING', 'All is well.'],
    ['WARNING', 'The appliance needs attention.'],
    ['ONLINE', 'All is well.'],
  ] as const) {
    await field.report(status)
    await expect(card).toContainText(words)
    for (const other of ['All is well', 'reports a fault', 'needs attention'])
      if (!words.includes(other)) await expect(card).not.toContainText(other)
  }
  await page.context().setOffline(true)
  await expect(card).toContainText('Online · Last seen')
  await expect(card).not.toContainText('All is well')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(card).toContainText(/Online since.*All is well\./su)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await page.getByRole('link', { name: 'Appliances' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appliances')
  expect(await complaints()).toEqual(nothing)
})

test('a translated page announces a notification that arrives', async ({ page, signIn, appliance, api }) => {
  const { id } = await appliance('ada')
  await signIn(page, 'ada')
  const complaints = await translatePages(page)
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toBeVisible()
  await (
    await api('ada')
  )('POST', `/api/2/eu-data-act/${id}/requests`, { sources: ['HCC'] })
  await expect(page.getByText(/^New notification: /u)).toBeAttached({ timeout: 30_000 })
  expect(await complaints()).toEqual(nothing)
})
