import { readFile } from 'node:fs/promises'
import { setAddress, locateTab } from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

// Tests Specification 26.11.

test.use({ viewport: { width: 320, height: 740 } })

test('a consent gives a receipt, which the page verifies without network, and refuses if a byte was changed', async ({
  page,
  context,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const id = await claimed('ada', claimable())
  await setAddress(await api('ada'), id)
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await locateTab(page, 'Cedar').click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send connection request' }).click()
  await expect(page.getByRole('button', { name: 'Send connection request' })).toBeHidden()

  await page.goto(`/appliances/${id}/access`)
  // The first receipt is the newest. The other receipts come from earlier tests with the same gateway.
  const receipt = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()
  await expect(receipt).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await saved).path())

  await page.goto('/receipts')
  const chosen = page.getByText('or drop it here')
  await expect(chosen).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: file })
  await expect(page.getByText('This receipt is genuine')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  const edited = Buffer.from(file)
  edited[file.indexOf('"kind": "given"') + 9] = 'G'.charCodeAt(0)
  await input.setInputFiles({ name: 'edited.json', mimeType: 'application/json', buffer: edited })
  await expect(page.getByText(/edited\.json.* is not a genuine receipt/u)).toBeVisible()
})
