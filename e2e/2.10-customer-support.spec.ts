import {
  locateCard,
  connectCompany,
  locateFailureMessage,
  setAddress,
  addressInMunich,
  locateSuccessMessage,
  locateTab,
} from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'

const consentMissing = 'Is mandatory to authorize the remote maintenance'

test('without an address there is no support company yet', async ({ page, signIn, claimed, claimable }) => {
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await locateTab(page, 'Cedar').click()
  await expect(page.getByText("Fill in the appliance's address to share data with customer support")).toBeVisible()
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByLabel('Postal code')).toBeVisible()
})

test('a country without customer support shows an apology, with a link to the providers', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const owner = await api('ada')
  const { items } = (await (await owner('GET', '/api/2/companies/asa?brand=cedar')).json()) as {
    items: { country: string }[]
  }
  const served = new Set(items.map(({ country }) => country))
  const country = ['AT', 'CZ', 'DE', 'DK', 'ES', 'GB', 'IT', 'NL', 'PL', 'SE', 'FO', 'FR', 'CH'].find(
    (each) => !served.has(each),
  )
  await setAddress(owner, await claimed('ada', claimable()), { ...addressInMunich, country })
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await locateTab(page, 'Cedar').click()
  await expect(
    page.getByText(/^We are sorry: Cedar does not offer customer support in this country yet/u),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Add a service provider instead' }).click()
  await expect(locateTab(page, 'Service provider')).toHaveAttribute('aria-selected', 'true')
  await expect(locateTab(page, 'Service provider')).toBeFocused()
})

test('customer support is requested with a mandatory consent, and the consent is withdrawn', async ({
  page,
  context,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  await setAddress(await api('ada'), await claimed('ada', claimable()))
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await context.route('**/companies/asa*', (route) => route.abort())
  await locateTab(page, 'Cedar').click()
  await expect(locateFailureMessage(page, 'Customer support could not be looked up.')).toBeVisible()
  await context.unroute('**/companies/asa*')
  await page.getByRole('button', { name: 'Try again' }).click()
  const send = page.getByRole('button', { name: 'Send connection request' })
  await send.click()
  await expect(page.getByText(consentMissing)).toBeVisible()
  const consent = page.getByRole('checkbox', { name: /^I authorize customer support/u })
  await consent.check()

  await context.route('**/companies', (route) => route.abort())
  await send.click()
  await expect(locateFailureMessage(page, 'Adding customer service failed.')).toBeVisible()
  await expect(consent).toBeChecked()
  await context.unroute('**/companies')
  await send.click()
  await expect(
    locateSuccessMessage(page, "The appliance's data was successfully shared with customer support."),
  ).toBeVisible()
  await expect(locateCard(page).getByText(/^(?:Connected|Pending)$/u)).toBeVisible()
  const panel = page.getByRole('tabpanel', { name: 'Cedar' })
  await expect(panel.getByRole('link', { name: 'Go to customer support' })).toHaveAttribute('href', /^https:/u)

  const withdraw = locateCard(page).getByRole('button', { name: 'Withdraw consent' })
  await withdraw.click()
  const question = page.getByRole('alertdialog', { name: 'Warning' })
  await expect(
    question.getByRole('heading', { name: 'Withdraw consent to share data with customer support?' }),
  ).toBeVisible()
  await expect(question).toContainText(
    'Customer support will no longer receive data from your appliance. You can give your consent again at any time.',
  )
  await context.route('**/companies/*', (route) => route.abort())
  await question.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(locateFailureMessage(page, 'Removing customer support failed.')).toBeVisible()
  await context.unroute('**/companies/*')
  await withdraw.click()
  await question.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(locateSuccessMessage(page, 'The customer support was removed successfully.')).toBeVisible()
  await expect(consent).not.toBeChecked()
})

test('a viewer sees the connection and cannot withdraw it', async ({ page, signIn, claimed, claimable, api }) => {
  const gateway = claimable()
  const id = await claimed('ada', gateway)
  await setAddress(await api('ada'), id)
  await connectCompany(await api('ada'), id, 'ASA')
  await claimed('ben', gateway)
  await signIn(page, 'ben')
  await page.goto('/appliances')
  await locateTab(page, 'Cedar').click()
  // Searches only in the tab, because a fault on the card has another link with this name.
  const settings = page.getByRole('tabpanel', { name: 'Cedar' })
  await expect(settings.getByRole('link', { name: 'Go to customer support' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw consent' })).toHaveCount(0)
})
