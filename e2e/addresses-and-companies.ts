import type { CompanyType } from '#contract/service-contract.ts'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { PersonApi } from './people.ts'

/** An address in the format of the API. Specification 3. */
export const addressInMunich = {
  street: ['Talstraße 12'],
  postalCode: '80331',
  city: 'München',
  country: 'DE',
} as const

/** Sets the address of an appliance by the API, for tests about something else. */
export async function setAddress(api: PersonApi, id: string, address: object = addressInMunich): Promise<void> {
  const answer = await api('PUT', `/api/2/connections/${id}/address`, address)
  if (!answer.ok()) throw new Error(`The address was refused: ${await answer.text()}`)
}

type Contract = { companyType: CompanyType; company: { id: string; name?: string } }

/** Connects the first company of this type that serves the brand in Germany. Returns its id and name. */
export async function connectCompany(api: PersonApi, id: string, companyType: CompanyType) {
  const { company } = await connect(api, id, { companyType, companyId: await firstCompany(api, companyType) })
  return company
}

async function connect(api: PersonApi, id: string, wanted: { companyType: CompanyType; companyId: string }) {
  const body = { ...wanted, permission: 'FULL_ACCESS' }
  const answer = await api('POST', `/api/2/connections/${id}/companies`, body)
  if (!answer.ok()) throw new Error(`The contract was refused: ${await answer.text()}`)
  return (await answer.json()) as Contract
}

const lists: Record<CompanyType, string> = {
  SUPPORT: '/api/2/companies/providers?country=DE&brand=cedar&limit=1&offset=0',
  ASA: '/api/2/companies/asa?brand=cedar',
}

async function firstCompany(api: PersonApi, companyType: CompanyType): Promise<string> {
  const { items } = (await (await api('GET', lists[companyType])).json()) as {
    items: { id: string; country?: string }[]
  }
  const [company] = items.filter(({ country = 'DE' }) => country === 'DE')
  if (!company) throw new Error(`The demo has no company of type ${companyType} in Germany.`)
  return company.id
}

/** A service provider in a search result of the API, with the fields that the tests use. */
export type FoundCompany = { id: string; name: string; address: { postalCode: string; city: string } }

export async function findProviders(api: PersonApi, query: string): Promise<FoundCompany[]> {
  const { items } = (await (await api('GET', `/api/2/companies/providers?${query}`)).json()) as {
    items: FoundCompany[]
  }
  return items
}

type CompanyRow = { id: string; country: string; brands: string; acceptsAutomatically: string }

/** Finds a service provider of the brand Cedar in Germany that accepts immediately. */
export async function findAcceptingCompany(api: PersonApi): Promise<FoundCompany> {
  const file = await readFile(new URL('../stand-ins/companies.csv', import.meta.url))
  const rows: CompanyRow[] = parse(file, { columns: true })
  const row = rows.find(
    ({ country, brands, acceptsAutomatically }) =>
      country === 'DE' && brands.split(';').includes('cedar') && acceptsAutomatically === 'true',
  )
  const [company] = await findProviders(api, `country=DE&brand=cedar&limit=1&offset=0&value=${row?.id ?? ''}`)
  if (!company) throw new Error('The demo has no company that accepts at once in Germany.')
  return company
}

/** Finds the card of the only appliance on the page. */
export function locateCard(page: Page): Locator {
  return page.getByRole('article')
}

/** Finds the first company of a card's search results. */
export function locateFoundCompany(page: Page): Locator {
  return locateCard(page).getByRole('tabpanel').getByRole('listitem').getByRole('button').first()
}

export function locateTab(page: Page, name: string): Locator {
  return locateCard(page).getByRole('tab', { name })
}

export function locateSuccessMessage(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text)
}

export function locateFailureMessage(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text)
}
