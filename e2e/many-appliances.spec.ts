import type { ConnectionChanges } from '#test/client/api-connection.ts'
import { expect, test } from './fixtures.ts'
import { createTestConnection, mockConnectionList, createTwelveConnections } from './long-list.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

const addressed = { street: ['Seestraße 4'], postalCode: '80331', city: 'München', country: 'DE' as const }

const trouble = {
  3: { gatewayStatus: 'OFFLINE', name: 'Attic' },
  7: { gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
  9: { service: { address: addressed } },
} satisfies Record<number, ConnectionChanges>

test('an emergency among twelve takes the whole width of its card', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await mockConnectionList(page, () =>
    createTwelveConnections({ 7: { gatewayStatus: 'ERROR', faultCode: 'G902', severity: 'ERROR' } }),
  )
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 7' })
  const emergency = await card.getByRole('region', { name: /^Carbon monoxide/u }).boundingBox()
  const tabs = await card.getByRole('tabpanel').boundingBox()
  expect(emergency?.width).toBe(tabs?.width)
})

test('of twelve, those that need attention come first, the others are folded and searchable', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'owner')
  await mockConnectionList(page, () => createTwelveConnections(trouble))
  await page.goto('/appliances')
  const cards = page.getByRole('article')
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveText('2 need attention, 10 are well')
  await expect(cards).toHaveCount(12)
  const titles = cards.getByRole('heading', { level: 2, name: /Boiler \d+$/u })
  await expect(titles).toHaveText([
    'Boiler 7',
    'Attic, Boiler 3',
    'Boiler 1',
    /2$/u,
    ...[4, 5, 6, 8, 9, 10, 11, 12].map((each) => `Boiler ${each}`),
  ])

  const folded = page.getByRole('article', { name: 'Boiler 9' })
  await expect(folded).toContainText('Gateway ID: 500000009')
  await expect(folded).toContainText('Working since')
  await expect(folded.getByRole('button', { name: 'More actions Boiler 9' })).toBeVisible()
  await expect(folded.getByRole('button', { name: 'Delete appliance' })).toHaveCount(0)
  await expect(folded.getByRole('button', { name: 'Show details' })).toHaveAccessibleDescription('Boiler 9')
  await expect(folded.getByRole('tab')).toHaveCount(0)
  expect((await folded.boundingBox())?.height, 'a title and two lines').toBeLessThan(130)
  await expect(page.getByRole('article', { name: 'Attic' }).getByRole('tab')).toHaveCount(3)

  await folded.getByRole('button', { name: 'Show details' }).focus()
  await page.keyboard.press('Enter')
  await expect(folded.getByRole('tab', { name: 'Service provider' })).toHaveAttribute('aria-selected', 'true')
  await expect(folded.getByRole('button', { name: 'Hide details' })).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search appliances' })
  await search.fill('munchen')
  await expect(cards).toHaveCount(1)
  await expect(page.getByText('1 of 12 appliances matches')).toBeVisible()
  await expect(folded.getByRole('tab')).toHaveCount(3)
  await search.fill('500 000 004')
  await expect(cards.getByRole('heading', { level: 2, name: 'Boiler 4' })).toBeVisible()
  await expect(cards).toHaveCount(1)
  await search.fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No appliance matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards).toHaveCount(12)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('unfolded cards stay unfolded, and no card moves before the next visit', async ({ page, signIn }) => {
  let items = createTwelveConnections()
  await signIn(page, 'owner')
  await mockConnectionList(page, () => items)
  await page.goto('/appliances')
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveText('All 12 are well')
  const unfolded = page.getByRole('article', { name: 'Boiler 5' })
  await unfolded.getByRole('button', { name: 'Show details' }).click()
  await expect(unfolded.getByRole('tab')).toHaveCount(3)

  items = createTwelveConnections({ 8: { gatewayStatus: 'ERROR' } })
  await page.context().setOffline(true)
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveText(/^All 12 are well · Last seen \d/u)
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveText('1 needs attention, 11 are well')
  const titles = page.getByRole('article').getByRole('heading', { level: 2, name: /^Boiler/u })
  await expect(titles.first()).toHaveText('Boiler 1')
  await expect(unfolded.getByRole('tab')).toHaveCount(3)
  await expect(
    page.getByRole('article', { name: 'Boiler 8' }).getByRole('button', { name: 'Show details' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show what needs attention first' }).click()
  await expect(titles.first()).toHaveText('Boiler 8')
  await expect(page.getByRole('region', { name: 'Summary' })).toBeFocused()
  await expect(unfolded.getByRole('tab')).toHaveCount(3)

  await page.getByRole('navigation').getByRole('link', { name: 'Info' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Appliances' }).click()
  await expect(titles.first()).toHaveText('Boiler 8')
  await expect(unfolded.getByRole('tab')).toHaveCount(3)
  await page.reload()
  await expect(unfolded.getByRole('tab')).toHaveCount(3)
  await unfolded.getByRole('button', { name: 'Hide details' }).click()
  await expect(unfolded.getByRole('tab')).toHaveCount(0)
})

test('a folded card has all functions: it is deleted and renamed as any other', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await mockConnectionList(page, () => createTwelveConnections())
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 2', exact: true })
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete appliance' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Boiler 2')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: 'More actions' })).toBeFocused()
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog', { name: 'Rename Boiler 2' })).toBeVisible()
})

test('200 appliances are all found by a search, with few elements', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.setViewportSize({ width: 390, height: 800 })
  await mockConnectionList(page, () => Array.from({ length: 200 }, (_, index) => createTestConnection(200 - index)))
  await page.goto('/appliances')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(200)
  const far = page.getByRole('article', { name: 'Boiler 150' })
  await expect(far).toContainText('Gateway ID: 500000150')
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length)
  expect(await elements()).toBeLessThan(3_000)
  await far.scrollIntoViewIfNeeded()
  await far.getByRole('button', { name: 'Show details' }).click()
  await expect(far.getByRole('tab')).toHaveCount(3)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(
    page.getByRole('article', { name: 'Boiler 1', exact: true }).getByRole('button', { name: 'Show details' }),
  ).toBeVisible()
  expect(await elements()).toBeLessThan(3_000)
  await far.scrollIntoViewIfNeeded()
  await expect(far.getByRole('tab')).toHaveCount(3)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('Tab reaches every card of a long list in its order', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.setViewportSize({ width: 390, height: 800 })
  await mockConnectionList(page, () => Array.from({ length: 60 }, (_, index) => createTestConnection(60 - index)))
  await page.goto('/appliances')
  const show = page.getByRole('button', { name: 'Show details' })
  await show.first().focus()
  for (let number = 2; number <= 40; number += 1) {
    // The card is drawn before it gets the focus, because its neighbour has the focus.
    const next = page.getByRole('article', { name: `Boiler ${number}`, exact: true })
    await expect(next.getByRole('button', { name: 'Show details' })).toBeAttached()
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleDescription(`Boiler ${number}`)
    await expect(page.locator(':focus')).toHaveText('Show details')
  }
})
