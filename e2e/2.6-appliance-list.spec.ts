import type { GatewayStatus } from '#contract/appliance.ts'
import type { History } from '#contract/history.ts'
import { abortWrites } from './abort-writes.ts'
import { expect, test } from './fixtures.ts'
import { findCutOffTexts } from './find-cut-off-texts.ts'

const lockNote =
  'Only the appliance owner can edit the following settings. The owner is the first person to add the appliance to their account.'

test.describe('the list of the demo owner', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'owner')
    await page.goto('/appliances')
  })

  test('shows a card for each appliance, newest first, with type, number and gateway id', async ({ page }) => {
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(3)
    await expect(cards.getByRole('heading', { level: 2 })).toHaveText(['Boiler 1', 'Heat Pump 1', 'Hybrid system 1'])
    await expect(cards.nth(0)).toContainText('Gateway ID: 929220810')
    await expect(page.getByRole('article', { name: 'Heat Pump 1' })).toContainText('Gateway ID: 620082968')
  })

  test('opens the form by Add new appliance', async ({ page }) => {
    await page.getByRole('button', { name: 'Add new appliance' }).click()
    await expect(page).toHaveURL('/appliances/add')
  })

  test('has three tabs on a card, the third named after the brand, Service provider first', async ({ page }) => {
    const card = page.getByRole('article', { name: 'Boiler 1' })
    await expect(card.getByRole('tab')).toHaveText(['Address', 'Service provider', 'Cedar'])
    for (const name of ['Address', 'Service provider', 'Cedar'])
      await expect(card.getByRole('tab', { name, exact: true })).toHaveAccessibleDescription('settled')
    const other = page.getByRole('article', { name: 'Heat Pump 1' })
    await expect(other.getByRole('tab', { name: 'Service provider' })).toHaveAccessibleDescription('')
    await expect(card.getByRole('tab', { name: 'Service provider' })).toHaveAttribute('aria-selected', 'true')
    await card.getByRole('tab', { name: 'Address' }).click()
    await expect(card.getByRole('tabpanel')).toContainText('Lindenstraße 12')
    await card.getByRole('tab', { name: 'Cedar' }).click()
    await expect(card.getByRole('tab', { name: 'Cedar' })).toHaveAttribute('aria-selected', 'true')
  })

  test('the owner sees no lock note', async ({ page }) => {
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByText(lockNote)).toBeHidden()
  })

  test('the context menu opens the data export, and Back returns', async ({ page }) => {
    const card = page.getByRole('article', { name: 'Heat Pump 1' })
    await card.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Data export' }).click()
    await expect(page).toHaveURL(/\/appliances\/[0-9a-f-]{36}\/data-export$/u)
    await expect(page.getByRole('heading', { level: 1, name: 'Data export' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Back to appliances' }).click()
    await expect(page).toHaveURL('/appliances')
  })

  test('the chip is next to the title if there is space, and below it up to 480 px', async ({ page }) => {
    const card = page.getByRole('article', { name: 'Boiler 1' })
    const title = card.getByRole('heading', { level: 2 })
    const chip = card.getByText(/^(Online|Working|Warning|Error|Offline|Unknown)/u).first()
    await page.setViewportSize({ width: 600, height: 800 })
    await expect.poll(async () => (await chip.boundingBox())?.y).toBeLessThan(await bottomOf(title))
    await page.setViewportSize({ width: 480, height: 800 })
    await expect.poll(async () => (await chip.boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf(title))

    async function bottomOf(locator: typeof title): Promise<number> {
      const box = await locator.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
  })
})

test('a card draws the last 24 hours, describes them in words, and links to the whole history', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await page.route('**/history?*', (route) => route.abort())
  await page.goto('/appliances')
  const card = page.getByRole('article').first()
  // Scrolls to the last 24 hours, because they load only when they are visible. The text about the fault above them has
  // moved them out of the window.
  await card.getByRole('link', { name: 'History', exact: true }).scrollIntoViewIfNeeded()
  await expect(card.getByText('The last 24 hours could not be loaded.')).toBeVisible()
  await page.unroute('**/history?*')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText(/Last 24 hours\. Room between \d+\.\d°C and \d+\.\d°C\. Outdoor between/u)
  await expect(card).toContainText(/\d\s–\u2060?\s\d+\.\d°C in the room\. Coldest outside: −?\d+\.\d°C at \d+:\d\d/u)

  const way = card.getByRole('link', { name: 'History', exact: true })
  await expect(way).toHaveAccessibleDescription(await card.getByRole('heading', { level: 2 }).innerText())
  await way.click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
})

test('a card says that recording has just begun next to short lines', async ({ page, signIn }) => {
  await page.route('**/history?*', async (route) => {
    const response = await route.fetch()
    const day = (await response.json()) as History
    const series = day.series.map((each) => ({ ...each, points: each.points.slice(-2) }))
    await route.fulfill({ response, json: { ...day, series } })
  })
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article').getByText('Recording is under way.').first()).toBeVisible()
})

test('settled details are behind Details, which has a description', async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/appliances')
  const card = page.getByRole('article').first()
  const details = card.locator('summary', { hasText: 'Details' })
  await expect(details).toHaveAccessibleDescription('Provider details')
  await expect(card.getByText(/^Company ID/u)).toBeHidden()
  await details.click()
  await expect(card.getByText(/^Company ID/u)).toBeVisible()
})

test('a viewer sees the lock note', async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/appliances')
  await expect(page.getByRole('article', { name: 'Boiler 1' })).toContainText(lockNote)
})

test('the tab Address is first while there is no address', async ({ page, signIn, claimed, claimable }) => {
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await expect(page.getByRole('tab', { name: 'Address' })).toHaveAttribute('aria-selected', 'true')
})

test('the oldest of a type keeps number 1', async ({ page, signIn, claimed, claimable }) => {
  await claimed('ada', claimable({ applianceType: 'BOILER' }))
  await claimed('ada', claimable({ applianceType: 'HP' }))
  const newest = claimable({ applianceType: 'BOILER' })
  await claimed('ada', newest)
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Boiler 2',
    'Heat Pump 1',
    'Boiler 1',
  ])
  await expect(page.getByRole('article', { name: 'Boiler 2' })).toContainText(newest.serial)
})

test('a viewer names an appliance only for themselves, and on all their pages', async ({
  pageOf,
  claimed,
  claimable,
}) => {
  const shared = claimable({ applianceType: 'BOILER' })
  await claimed('ada', shared)
  await claimed('ben', shared)
  const [page, other, owners] = [await pageOf('ben'), await pageOf('ben'), await pageOf('ada')]
  for (const each of [page, other, owners]) await each.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Boiler 1' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('x'.repeat(41))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Field must have at most 40 characters')
  await dialog.getByLabel('Name').fill(' Cellar ')
  await page.route('**/api/2/connections/*', abortWrites)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Saving the name failed! Please try again later.')
  // The message is in the dialog only, because the dialog would cover a toast.
  await expect(page.locator('[role=alert]')).toHaveCount(1)
  await expect(dialog.getByLabel('Name')).toHaveValue(' Cellar ')
  await page.unroute('**/api/2/connections/*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Cellar, Boiler 1', exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'More actions' })).toBeFocused()
  await expect(other.getByRole('article', { name: 'Cellar, Boiler 1', exact: true })).toBeVisible()
  await expect(owners.getByRole('article', { name: 'Boiler 1', exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel('Name').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Boiler 1', exact: true })).toBeVisible()
  await expect(other.getByRole('article', { name: 'Boiler 1', exact: true })).toBeVisible()
})

test('a name may have any letters and pictures; one that does not display as one line is refused', async ({
  page,
  signIn,
  claimed,
  claimable,
}) => {
  await claimed('ada', claimable({ applianceType: 'BOILER' }))
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article')
  const dialog = page.getByRole('dialog')
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  for (const [typed, message] of [
    ['   ', 'Field cannot contain empty space'],
    ['\u202egnp', 'Field contains a character that cannot be saved'],
    ['x'.repeat(41), 'Field must have at most 40 characters'],
    ['🔥'.repeat(41), 'Field must have at most 40 characters'],
  ] as const) {
    await dialog.getByLabel('Name').fill(typed)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText(message)
  }
  for (const name of ['🔥'.repeat(40), 'دفء البيت', '<script>alert(1)</script>']) {
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article', { name: `${name}, Boiler 1`, exact: true })).toBeVisible()
    expect(await page.evaluate(findCutOffTexts)).toEqual([])
    await card.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
  }
})

test('a typed name needs a confirmation before leaving', async ({ page, signIn, claimed, claimable }) => {
  await claimed('ada', claimable({ applianceType: 'BOILER' }))
  await signIn(page, 'ada')
  await page.goto('/info')
  await page.getByRole('link', { name: 'Appliances' }).click()
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Boiler 1' })
  await dialog.getByLabel('Name').fill('Cellar')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Cellar')
  await page.goBack()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/info')
})

test('closing the dialog with a typed name asks first; Cancel discards it', async ({
  page,
  signIn,
  claimed,
  claimable,
}) => {
  await claimed('ada', claimable({ applianceType: 'BOILER' }))
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const dialog = page.getByRole('dialog', { name: 'Rename Boiler 1' })
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  const name = dialog.getByLabel('Name')
  const open = async () => {
    await page.getByRole('article').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(name).toBeFocused()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await name.fill('Cellar')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Cellar')
  await expect(name).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await open()
  await expect(name).toHaveValue('')
  await name.fill('Cellar')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(question).toBeHidden()
})

test('each status has its word and the colour of its border', async ({ page, signIn, appliance }) => {
  const { field } = await appliance('ada')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article')
  const border = async () =>
    card.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(async ({ finished }) => finished))
      return getComputedStyle(element).borderTopColor
    })
  const seen = new Map<GatewayStatus, string>()
  for (const [status, word] of Object.entries(words) as [GatewayStatus, string][]) {
    await field.report(status)
    await expect(card).toContainText(word)
    seen.set(status, await border())
  }
  expect(seen.get('ONLINE')).toBe(seen.get('WORKING'))
  expect(seen.get('UNKNOWN')).toBe(seen.get('OFFLINE'))
  expect(new Set(seen.values()).size).toBe(4)
})

const words = {
  ONLINE: 'Online since',
  WORKING: 'Working since',
  WARNING: 'Warning since',
  ERROR: 'Error since',
  OFFLINE: 'Offline since',
  UNKNOWN: 'Unknown',
} satisfies Record<GatewayStatus, string>

test.describe('deleting an appliance', () => {
  test.beforeEach(async ({ page, signIn, claimed, claimable }) => {
    await claimed('ada', claimable({ applianceType: 'BOILER' }))
    await claimed('ada', claimable({ applianceType: 'HP' }))
    await signIn(page, 'ada')
    await page.goto('/appliances')
    const card = page.getByRole('article', { name: 'Boiler 1' })
    const remove = card.getByRole('button', { name: 'Delete appliance' })
    await expect(remove).toHaveAccessibleName('Delete appliance Boiler 1')
    await remove.click()
  })

  test('asks first, deletes, says so and shows the rest', async ({ page }) => {
    const dialog = page.getByRole('alertdialog', { name: 'Warning' })
    await expect(dialog.getByRole('heading', { name: 'Delete appliance' })).toBeVisible()
    await expect(dialog).toContainText('You will no longer see this appliance.')
    await expect(dialog).toContainText(/Boiler 1 · Gateway ID: \d{9}/u)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('status')).toHaveText('The appliance was removed successfully')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'Heat Pump 1' })).toBeVisible()
  })

  test('Cancel keeps it', async ({ page }) => {
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(2)
  })

  test('a failure is shown and keeps it', async ({ page }) => {
    await page.route('**/api/2/connections/*', abortWrites)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Deleting appliance failed')
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

test('after the last appliance is deleted, the form to add one is shown', async ({
  page,
  signIn,
  claimed,
  claimable,
}) => {
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'Delete appliance' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/appliances/add')
  await expect(page.getByText('There are currently no connected appliances.')).toBeVisible()
})

test('nothing scrolls sideways at 320 px', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'owner')
  for (const path of ['/appliances', '/appliances/add', '/account', '/info', '/error', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})
