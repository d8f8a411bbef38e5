import type { Locator, Page } from '@playwright/test'
import {
  findAcceptingCompany,
  locateCard,
  connectCompany,
  locateFailureMessage,
  findProviders,
  type FoundCompany,
  setAddress,
  addressInMunich,
  locateSuccessMessage,
  locateTab,
} from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'

const consentMissing = 'Is mandatory to agree with the user and device data transition'
const notYet = 'No service provider selected yet. Search and select a service provider to connect to.'
/** A company of the demo that accepts immediately and allows the return address https://installer.example/return. */
const awaiting = '6497c45b-01fb-49fc-8729-e57af8256db4'

const askOwner =
  'To add a service provider, please contact the owner of this appliance. The owner is the first person to add the appliance to their account.'

function search(page: Page): Locator {
  return page.getByPlaceholder('Search service provider (company name, company ID, postal code, city)')
}

function consent(page: Page): Locator {
  return page.getByRole('checkbox', { name: /^I agree/u })
}

function add(page: Page): Locator {
  return page.getByRole('button', { name: 'Add service provider' })
}

/** Finds the heading with the company's name on the service provider's card. */
function named(page: Page, { name }: FoundCompany): Locator {
  return locateCard(page).getByRole('heading', { name, level: 3 })
}

async function select(page: Page, company: FoundCompany): Promise<void> {
  await search(page).fill(company.name)
  const { name, address } = company
  await page
    .getByRole('listitem')
    .getByRole('button')
    .filter({ hasText: name })
    .filter({ hasText: address.city })
    .click()
}

test.describe('an appliance with an address', () => {
  let company: FoundCompany
  let id: string

  test.beforeEach(async ({ page, signIn, claimed, claimable, api }) => {
    id = await claimed('ada', claimable())
    await setAddress(await api('ada'), id)
    company = await findAcceptingCompany(await api('ada'))
    await signIn(page, 'ada')
    await page.goto('/appliances')
  })

  test('opens on the Service provider tab, searches after a second, and finds at most five', async ({ page }) => {
    await expect(locateTab(page, 'Service provider')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(notYet)).toBeVisible()
    await expect(
      page.getByText(
        "Can't find what you're looking for? Refine your search using any of the following terms: company name, company ID, postal code, or city.",
      ),
    ).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/companies/providers'))
        asked.push(new URL(request.url()).searchParams.get('value') ?? '')
    })
    await search(page).pressSequentially('Heiz', { delay: 100 })
    const results = locateCard(page).getByRole('tabpanel').getByRole('listitem')
    await expect(results.first()).toBeVisible()
    expect(await results.count()).toBeLessThanOrEqual(5)
    // The results do not show the company's id of 36 characters: it does not help a person to recognise a company,
    // and screen readers would read it aloud.
    await expect(results.filter({ hasText: /[0-9a-f]{8}-/u })).toHaveCount(0)
    expect(asked).toEqual(['Heiz'])
    const said = locateCard(page).locator('[aria-live="polite"]').filter({ hasText: 'Service providers found' })
    await expect(said).toHaveText(/^Service providers found: [\d,]+\+?\. The best 5 are shown\.$/u)
    await results.first().getByRole('button').click()
    await expect(locateCard(page).getByText(/^Company ID/u)).toBeHidden()
    await locateCard(page).getByText('Details', { exact: true }).click()
    await expect(locateCard(page).getByText(/^Company ID/u)).toBeVisible()
  })

  test('an empty result says so, with the support address', async ({ page }) => {
    await search(page).fill('qqqqqqqqqq')
    await expect(
      page.getByText(
        'We could not find any results matching your search terms. Please try again using any of the following terms: company name, company ID, postal code or city.',
      ),
    ).toBeVisible()
    await expect(
      page.getByText("Still can't find what you're looking for? Please send us an email at support@cedar.example."),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'support@cedar.example' })).toHaveAttribute(
      'href',
      'mailto:support@cedar.example',
    )
  })

  test('a failed search finds nothing', async ({ page, context }) => {
    await context.route('**/companies/providers*', (route) => route.abort())
    await search(page).fill(company.name)
    await expect(page.getByText('We could not find any results')).toBeVisible()
  })

  test('a company is selected, consented to, added and deleted again', async ({ page }) => {
    await select(page, company)
    await add(page).click()
    await expect(page.getByText(consentMissing)).toBeVisible()
    await expect(consent(page)).toHaveAccessibleDescription(consentMissing)
    await consent(page).check()
    await add(page).click()
    await expect(
      locateSuccessMessage(page, 'The service provider was successfully added to your appliance.'),
    ).toBeVisible()
    const provider = locateCard(page)
    await expect(named(page, company)).toBeVisible()
    await expect(provider).toContainText('Remote Control and Maintenance')
    await expect(provider).toContainText('Connected')

    await provider.getByRole('button', { name: 'Delete service provider' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete service provider?' })
    await expect(question).toContainText(
      "This will remove the service provider's access to your appliance. You can add it again by clicking on “Add service provider”.",
    )
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(locateSuccessMessage(page, 'The service provider was removed successfully.')).toBeVisible()
    await expect(page.getByText(notYet)).toBeVisible()
  })

  test('a network failure keeps the selection and the consent', async ({ page, context }) => {
    await select(page, company)
    await consent(page).check()
    await context.route('**/companies', (route) => route.abort())
    await add(page).click()
    await expect(locateFailureMessage(page, 'Adding service provider failed.')).toBeVisible()
    await expect(consent(page)).toBeChecked()
    await context.unroute('**/companies')
    await add(page).click()
    await expect(named(page, company)).toBeVisible()

    await context.route('**/companies/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Delete service provider' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(locateFailureMessage(page, 'Removing service provider failed.')).toBeVisible()
    await expect(named(page, company)).toBeVisible()
  })

  test('Cancel returns to the search, and leaving a selection asks first', async ({ page }) => {
    await select(page, company)
    await locateTab(page, 'Address').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Choose another' }).click()
    await expect(search(page)).toHaveValue(company.name)
    const { name, address } = company
    await page
      .getByRole('listitem')
      .getByRole('button')
      .filter({ hasText: name })
      .filter({ hasText: address.city })
      .click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(notYet)).toBeVisible()
    await expect(search(page)).toHaveValue('')
    await locateTab(page, 'Address').click()
    await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
  })

  test('an invitation is accepted, and the stored company is deleted', async ({ page }) => {
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByText('You have a new service provider invitation.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You have been invited by your service provider' })).toBeVisible()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(page.getByText(consentMissing)).toBeVisible()
    await consent(page).check()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(named(page, company)).toBeVisible()
    await expect(page.getByText('You have a new service provider invitation.')).toBeHidden()
    await expect(page).toHaveURL('/appliances')
    await page.reload()
    await expect(named(page, company)).toBeVisible()
    await expect(page.getByText('You have a new service provider invitation.')).toBeHidden()
    expect(await page.evaluate(() => sessionStorage.getItem('companyId'))).toBeNull()
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByText(`You have already added ${company.name} to your appliance.`)).toBeVisible()
  })

  test('after an accepted invitation a link returns to an address that the company allowed', async ({ page, api }) => {
    const [installer] = await findProviders(
      await api('ada'),
      `country=DE&brand=cedar&limit=1&offset=0&value=${awaiting}`,
    )
    if (!installer) throw new Error('The demo has no company with a return address.')
    const wayBack = new URLSearchParams({
      companyId: installer.id,
      redirectUri: 'https://installer.example/return?visit=7',
      sessionId: 's-1',
    })
    await page.goto(`/invite?${wayBack.toString()}`)
    await consent(page).check()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(page.getByText(`You accepted the invitation from ${installer.name}.`)).toBeVisible()
    await expect(page.getByRole('link', { name: `Back to ${installer.name}` })).toHaveAttribute(
      'href',
      `https://installer.example/return?visit=7&gatewayId=${id}&contractStatus=ACTIVE&sessionId=s-1`,
    )
  })

  test('an address that the company did not allow is never linked', async ({ page }) => {
    const wayBack = new URLSearchParams({ companyId: awaiting, redirectUri: 'https://elsewhere.example/' })
    await page.goto(`/invite?${wayBack.toString()}`)
    await consent(page).check()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(locateCard(page).getByText('Remote Control and Maintenance')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Back to/u })).toHaveCount(0)
  })

  test('an invitation is declined', async ({ page }) => {
    await page.goto(`/invite?companyId=${company.id}`)
    const callout = page.getByRole('main').filter({ hasText: 'You have a new service provider invitation.' })
    await expect(callout.getByText(company.name).first()).toBeVisible()
    await locateTab(page, 'Address').click()
    await page.getByRole('link', { name: 'Show invitation' }).click()
    await expect(locateTab(page, 'Service provider')).toBeFocused()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText(notYet)).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('companyId'))).toBeNull()
  })

  test('an answered invitation does not return with Back', async ({ page }) => {
    const invited = page.getByText('You have a new service provider invitation.')
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(invited).toBeVisible()
    await go('Info')
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeFocused()
    await go('Appliances')
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(invited).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Appliances' })).toBeFocused()
    await expect(invited).toBeHidden()
    await expect(page).toHaveURL('/appliances')
  })

  test('an invitation of a company that does not serve here says so, and shows the search', async ({ page, api }) => {
    const [elsewhere] = await findProviders(await api('ada'), 'country=AT&brand=cedar&limit=1&offset=0')
    if (!elsewhere) throw new Error('The demo has no company in Austria.')
    await page.goto(`/invite?companyId=${elsewhere.id}`)
    await expect(page.getByText(`${elsewhere.name} invited you, but does not serve`)).toBeVisible()
    await expect(search(page)).toBeVisible()
    await page.goto('/invite?companyId=no-uuid')
    await expect(locateCard(page)).toBeVisible()
  })

  test('an invitation whose lookup fails can be tried again', async ({ page, context }) => {
    await context.route('**/companies/providers*', (route) => route.abort())
    await page.goto(`/invite?companyId=${company.id}`)
    await expect(page.getByText(/The invitation could not be loaded/u)).toBeVisible()
    await context.unroute('**/companies/providers*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
  })
})

test('without an address there is no search; a link leads to the address', async ({
  page,
  signIn,
  claimed,
  claimable,
}) => {
  await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await locateTab(page, 'Service provider').click()
  await expect(page.getByText('Fill in the address to select a service provider.')).toBeVisible()
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(locateTab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Postal code')).toBeVisible()
})

test('the badges are next to the name from 960 px on, below it before', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const id = await claimed('ada', claimable())
  await setAddress(await api('ada'), id)
  await connectCompany(await api('ada'), id, 'SUPPORT')
  await signIn(page, 'ada')
  await page.setViewportSize({ width: 960, height: 800 })
  await page.goto('/appliances')
  const name = locateCard(page).getByRole('heading', { level: 3 })
  const badge = page.getByText('Remote Control and Maintenance')
  const isBelow = async () => {
    const [nameBox, badgeBox] = [await name.boundingBox(), await badge.boundingBox()]
    return (badgeBox?.y ?? 0) > (nameBox?.y ?? 0) + (nameBox?.height ?? 0) - 1
  }
  await expect(badge).toBeVisible()
  expect(await isBelow()).toBe(false)
  await page.setViewportSize({ width: 959, height: 800 })
  await expect.poll(isBelow).toBe(true)
})

test('the details of a connected company are level with its last badge, also if the badges wrap', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const id = await claimed('ada', claimable())
  const call = await api('ada')
  await setAddress(call, id)
  const { id: companyId } = await findAcceptingCompany(call)
  await call('POST', `/api/2/connections/${id}/companies`, {
    companyType: 'SUPPORT',
    companyId,
    permission: 'FULL_ACCESS',
  })
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const panel = locateCard(page).getByRole('tabpanel')
  const middleOf = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
  }
  for (const width of [320, 560, 1000]) {
    await page.setViewportSize({ width, height: 800 })
    const badge = await middleOf(panel.getByText('Connected', { exact: true }))
    const details = await middleOf(panel.getByText('Details', { exact: true }))
    expect(Math.abs(badge - details), `${width} px`).toBeLessThanOrEqual(2)
  }
})

test("the demo's owner is asked to update a consent, and may do so later", async ({ page, signIn, context }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const pump = page.getByRole('article', { name: 'Heat Pump 1' })
  await expect(pump).toContainText('Remote Maintenance')
  await pump.getByRole('button', { name: 'Update now' }).click()
  await pump.getByRole('button', { name: 'Confirm' }).click()
  await expect(pump.getByText(consentMissing)).toBeVisible()
  await context.route('**/companies/*', (route) => route.abort())
  await consent(page).check()
  await pump.getByRole('button', { name: 'Confirm' }).click()
  await expect(locateFailureMessage(page, 'Updating consent failed.')).toBeVisible()
  await expect(consent(page)).toBeChecked()
  await pump.getByRole('button', { name: 'Cancel' }).click()
  await expect(pump.getByRole('button', { name: 'Update now' })).toBeVisible()
})

test('a viewer sees the provider without edit controls', async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/appliances')
  await expect(locateCard(page).getByText('Remote Control and Maintenance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete service provider' })).toHaveCount(0)
})

test('a viewer of an appliance without a provider is referred to the owner', async ({
  page,
  signIn,
  claimed,
  claimable,
  api,
}) => {
  const gateway = claimable()
  await setAddress(await api('ada'), await claimed('ada', gateway), addressInMunich)
  await claimed('ben', gateway)
  await signIn(page, 'ben')
  await page.goto('/appliances')
  await expect(page.getByText(askOwner)).toBeVisible()
  await locateTab(page, 'Cedar').click()
  await expect(page.getByText(/^To share data with customer support, please contact the owner/u)).toBeVisible()
})

test('events reach the data layer only with marketing consent', async ({
  page,
  context,
  signIn,
  claimed,
  claimable,
  api,
  baseURL,
}) => {
  const id = await claimed('ada', claimable())
  await setAddress(await api('ada'), id)
  const company = await findAcceptingCompany(await api('ada'))
  await signIn(page, 'ada')
  await page.addInitScript(() => Object.assign(window, { dataLayer: [] }))
  const events = () => page.evaluate(() => (window as unknown as { dataLayer: { event: string }[] }).dataLayer)

  await page.goto('/appliances')
  await select(page, company)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await events()).toEqual([])

  await context.addCookies([{ name: 'cedar_privacy', value: 'version=2&marketing=1', url: baseURL ?? '' }])
  await select(page, company)
  await add(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await events()).toEqual([
    { event: 'service_provider_form_submit_failure', errors: { consent: 'required' } },
    { event: 'service_provider_form_cancel_edit' },
  ])
})
