import { simulateBrowserTranslation } from './browser-translation.ts'
import { expect, test } from './fixtures.ts'

// A browser that translates a page replaces the page's text nodes. React must still be able to update these texts.
// all-screens.spec.ts opens each screen under translation.

const nothing = { bare: [], errors: [] }

test('a translated card shows each live value as it changes, and its texts never contradict each other', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada', 'BOILER')
  await field.report('WORKING')
  await signIn(page, 'ada')
  const { takeProblems: complaints } = await simulateBrowserTranslation(page)
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
  const { takeProblems: complaints } = await simulateBrowserTranslation(page)
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toBeVisible()
  await (
    await api('ada')
  )('POST', `/api/2/eu-data-act/${id}/requests`, { sources: ['HCC'] })
  await expect(page.getByText(/^New notification: /u)).toBeAttached({ timeout: 30_000 })
  expect(await complaints()).toEqual(nothing)
})
