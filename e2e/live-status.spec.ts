import type { Page, Request } from '@playwright/test'
import { applianceApi } from '#contract/appliance-api.ts'
import { expect, test } from './fixtures.ts'

const { listConnections, subscribe, unsubscribe } = applianceApi

test('a card follows its device without a reload: report, silence of a dead device, return', async ({
  page,
  signIn,
  claimable,
  claimed,
  device,
}) => {
  const gateway = claimable({ simulated: false, applianceType: 'BOILER' })
  await claimed('ada', gateway)
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  const field = await device(gateway)
  await field.report('WORKING')
  await expect(card).toContainText(/Working since \d{1,2}:\d{2}.*All is well\./su)
  await field.report('ERROR')
  await expect(card).toContainText('Error since')
  await expect(card).toContainText('The appliance reports a fault.')
  await expect(card).not.toContainText('well')
  field.breakConnection()
  await expect(card).toContainText('Offline since')
  await expect(card).toContainText('Please check that the gateway has power and internet.')
  const back = await device(gateway)
  await back.report('ONLINE')
  await expect(card).toContainText('Online since')
})

test('an appliance that was just added gets live updates at once', async ({ page, signIn, claimable, device }) => {
  const gateway = claimable({ simulated: false })
  const field = await device(gateway)
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await page.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await page.getByLabel('User password').fill(gateway.userPassword)
  await page.getByRole('button', { name: 'Add appliance' }).click()
  await expect(page.getByRole('article')).toContainText(gateway.serial)
  await field.report('WARNING')
  await expect(page.getByRole('article')).toContainText('Warning since')
})

test('a status that arrived while the page was away is shown when it returns', async ({ page, signIn, appliance }) => {
  const { field } = await appliance('ada')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await field.report('ONLINE')
  await expect(page.getByRole('article')).toContainText('Online since')
  await page.goto('about:blank')
  await field.report('ERROR')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toContainText('Error since')
  await field.report('WORKING')
  await expect(page.getByRole('article')).toContainText('Working since')
})

test('closing one of several open pages does not stop updates of the others', async ({ page, signIn, appliance }) => {
  const { field } = await appliance('ada')
  await signIn(page, 'ada')
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto('/appliances')
  await field.report('WARNING')
  for (const tab of [page, other]) await expect(tab.getByRole('article')).toContainText('Warning since')
  await other.close({ runBeforeUnload: true })
  await field.report('ONLINE')
  await expect(page.getByRole('article')).toContainText('Online since')
  await field.report('ERROR')
  await expect(page.getByRole('article')).toContainText('Error since')
})

test('a page stays live when the last page in another browser of its person closes', async ({
  page,
  signIn,
  appliance,
  api,
}) => {
  const { field } = await appliance('ada')
  await signIn(page, 'ada')
  const subscribed = async () => page.waitForResponse((response) => isSubscribing(response.request()))
  const first = subscribed()
  await page.goto('/appliances')
  await first
  await field.report('WARNING')
  await expect(page.getByRole('article')).toContainText('Warning since')
  const again = subscribed()
  expect((await (await api('ada'))('DELETE', unsubscribe.path)).status()).toBe(204)
  expect((await again).status()).toBe(201)
  await field.report('ERROR')
  await expect(page.getByRole('article')).toContainText('Error since')
})

function isReadingList(request: Request): boolean {
  return request.method() === 'GET' && new URL(request.url()).pathname === listConnections.path
}

function isSubscribing(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === subscribe.path
}

test('without a socket the page reads the list every minute and is not old; without both it is grey and shows its age', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada')
  await field.report('ONLINE')
  await signIn(page, 'ada')
  const road = await blockableSocket(page)
  await page.clock.install()
  await page.goto('/appliances')
  const card = page.getByRole('article')
  await expect(card).toContainText('Online since')
  await page.clock.fastForward('00:31')
  await expect(card).toContainText('Online since')
  await field.report('ERROR')
  await page.clock.fastForward('01:01')
  await expect(card).toContainText('Error since')
  await page.route('**/api/2/connections?*', (route) => route.abort())
  await page.clock.fastForward('01:31')
  await expect(card).toContainText(/Error · Last seen \d{1,2}:\d{2}/u)
  await expect(card).toContainText('This may be out of date. Last known status: Error.')
  await expect(card).toHaveAttribute('data-old', 'true')
  await page.unroute('**/api/2/connections?*')
  road.isBlocked = false
  await page.clock.fastForward('00:31')
  await expect(card).toContainText('Error since')
  await field.report('WORKING')
  await expect(card).toContainText('Working since')
})

test('a background failure never navigates away from the list', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await blockableSocket(page)
  await page.clock.install()
  await page.goto('/appliances')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.clock.fastForward('00:31')
  const failed = page.waitForEvent('requestfailed', (request) => isReadingList(request))
  await page.route('**/api/2/**', (route) => route.abort())
  await page.clock.fastForward('01:01')
  await failed
  await page.clock.fastForward('01:31')
  await expect(page.getByRole('article').first()).toContainText('Last seen')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page).toHaveURL('/appliances')
})

test('a viewer sees the same as the owner, and nothing after losing the appliance', async ({
  pageOf,
  claimable,
  claimed,
  api,
  device,
}) => {
  const [shared, own] = [claimable({ simulated: false }), claimable({ simulated: false })]
  const ofOwner = await claimed('ada', shared)
  await claimed('ben', shared)
  await claimed('ben', own)
  const [sharedDevice, ownDevice] = [await device(shared), await device(own)]
  const viewer = await pageOf('ben')
  await viewer.goto('/appliances')
  const card = viewer.getByRole('article').filter({ hasText: shared.serial })
  await sharedDevice.report('ONLINE')
  await expect(card).toContainText('Online since')

  // If the owner deletes the appliance and another person adds it, that person becomes its owner, and all other people
  // lose it.
  expect((await (await api('ada'))('DELETE', `/api/2/connections/${ofOwner}`)).status()).toBe(204)
  await claimed('cleo', shared)
  const newOwner = await pageOf('cleo')
  await newOwner.goto('/appliances')
  await sharedDevice.report('ERROR')
  await expect(newOwner.getByRole('article')).toContainText('Error since')
  await ownDevice.report('WORKING')
  await expect(viewer.getByRole('article').filter({ hasText: own.serial })).toContainText('Working since')
  await expect(viewer.getByText('Error since')).toBeHidden()
  await viewer.reload()
  await expect(viewer.getByRole('article')).toHaveCount(1)
  await expect(viewer.getByText(shared.serial)).toBeHidden()
})

/**
 * Routes the page's WebSocket to the event bus through the test. The test closes each connection while `isBlocked` of
 * the result is true.
 */
async function blockableSocket(page: Page): Promise<{ isBlocked: boolean }> {
  const road = { isBlocked: true }
  await page.routeWebSocket(/\/eventbus\//u, (socket) => {
    if (road.isBlocked) void socket.close()
    else socket.connectToServer()
  })
  return road
}

test('a worse or better status is announced once, an ERROR at once, and shown in the title', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada', 'BOILER')
  await field.report('WARNING')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  const urgent = page.locator('[aria-live="assertive"]').filter({ hasText: 'Boiler 1' })
  const polite = page.locator('[aria-live="polite"]').filter({ hasText: 'Boiler 1' })
  await expect(card).toContainText('Warning since')
  await expect(page).toHaveTitle(/^Appliances/u)
  await expect(polite).toHaveCount(0)
  await field.report('ERROR')
  await expect(urgent).toHaveText('Boiler 1: Error.')
  await expect(page).toHaveTitle(/^\(1\) Error – Appliances/u)
  await field.report('WORKING')
  await expect(polite).toHaveText('Boiler 1: Working.')
  await expect(urgent).toHaveCount(0)
  await expect(page).toHaveTitle(/^Appliances/u)
})
