import type { CompanyType } from '#contract/service-contract.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { connectCompany, setAddress } from '../addresses-and-companies.ts'
import type { PersonApi } from '../people.ts'
import { openPath, type Screen, type ScreenVisit } from './screen.ts'

/** A visit to the only appliance of a person. The appliance has no address at first. */
export type ServiceVisit = ScreenVisit & { api: PersonApi; gatewayId: string }

/**
 * The three tabs of an appliance in all their states. The order matters: each screen needs the data that the previous
 * screens have stored.
 */
export const serviceScreens: readonly Screen<ServiceVisit>[] = [
  { name: 'no address yet', open: ({ page }) => openPath(page, '/appliances') },
  { name: 'no service provider without an address', open: (visit) => openTab(visit, 1) },
  { name: 'no customer support without an address', open: (visit) => openTab(visit, 2) },
  { name: 'the form of the address with errors', open: openAddressErrors },
  {
    name: 'the countries of the address',
    async open({ page, words }) {
      await card(page)
        .getByRole('combobox', { name: words('address.country') })
        .click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  {
    name: 'the question before the form of the address is left',
    async open({ page, words }) {
      await page.keyboard.press('Escape')
      await card(page)
        .getByRole('textbox', { name: words('address.city'), exact: true })
        .fill('Praha')
      await card(page).getByRole('tab').nth(1).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the search for a service provider',
    async open(visit) {
      await setAddress(visit.api, visit.gatewayId)
      await openTab(visit, 1)
      await expect(search(visit)).toBeVisible()
    },
  },
  {
    name: 'a search that finds nothing',
    open: (visit) => searchFor(visit, 'zzzzzz', visit.words('provider.search.none')),
  },
  {
    name: 'service providers that were found',
    async open(visit) {
      await search(visit).fill('heizung')
      await expect(card(visit.page).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'a chosen service provider without consent',
    async open({ page, words }) {
      await card(page).getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: words('provider.add'), exact: true }).click()
      await expect(page.getByText(words('provider.consent.required'))).toBeVisible()
    },
  },
  {
    name: 'customer support without consent',
    async open(visit) {
      await openTab(visit, 2)
      await visit.page.getByRole('button', { name: visit.words('support.send') }).click()
      await expect(visit.page.getByText(visit.words('support.consent.required'))).toBeVisible()
    },
  },
  { name: 'a connected service provider', open: (visit) => openConnected(visit, 'SUPPORT', 1) },
  {
    name: 'the dialog that deletes a service provider',
    async open({ page, words }) {
      await card(page)
        .getByRole('button', { name: words('provider.delete') })
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'connected customer support', open: (visit) => openConnected(visit, 'ASA', 2) },
  {
    name: 'the dialog that withdraws the consent',
    async open({ page, words }) {
      await card(page)
        .getByRole('button', { name: words('support.withdraw') })
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the locked country of an address',
    async open(visit) {
      await openTab(visit, 0)
      await card(visit.page)
        .getByRole('button', { name: visit.words('address.edit') })
        .click()
      await card(visit.page)
        .getByRole('combobox', { name: visit.words('address.country') })
        .focus()
      await expect(visit.page.getByRole('tooltip')).toBeVisible()
    },
  },
]

function card(page: Page): Locator {
  return page.getByRole('article')
}

function search({ page, words }: ScreenVisit): Locator {
  return page.getByPlaceholder(words('provider.search.placeholder'))
}

async function openTab({ page }: ScreenVisit, index: number): Promise<void> {
  await openPath(page, '/appliances')
  await card(page).getByRole('tab').nth(index).click()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function openConnected(visit: ServiceVisit, companyType: CompanyType, index: number): Promise<void> {
  await connectCompany(visit.api, visit.gatewayId, companyType)
  await openTab(visit, index)
}

async function openAddressErrors({ page, words }: ScreenVisit): Promise<void> {
  await openPath(page, '/appliances')
  await card(page).getByRole('tab').first().click()
  await card(page)
    .getByRole('button', { name: words('address.add') })
    .click()
  await card(page)
    .getByRole('button', { name: words('address.save'), exact: true })
    .click()
  await expect(page.getByText(words('address.city.required'))).toBeVisible()
}

async function searchFor(visit: ScreenVisit, text: string, answer: string): Promise<void> {
  await search(visit).fill(text)
  await expect(visit.page.getByText(answer)).toBeVisible()
}
