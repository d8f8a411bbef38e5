import { readArchive } from './read-archive.ts'
import { expect, test } from './fixtures.ts'
import { signUp } from './people.ts'

test('a person requests their data, is notified when it is ready, and downloads it', async ({ page }) => {
  const email = await signUp(page, '/account')
  await expect(page.getByRole('heading', { name: 'My data' })).toBeVisible()
  await page.getByRole('button', { name: 'Request my data' }).click()
  await expect(page.getByText(/^Requested /u)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click({ timeout: 30_000 })
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/u)
  const files = await readArchive(await download.path())
  expect(files.get('account.json')).toContain(email)
  expect(files.get('README.html')).toContain('All data that the portal has about you')
  await expect(page.getByText('The file has been saved.')).toBeVisible()
})
