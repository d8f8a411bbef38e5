import { createAsyncThunk } from '@reduxjs/toolkit'
import type { AddressWrite } from '#contract/address.ts'
import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import type { SupportCompany } from '#contract/support.ts'
import { CallError, type Failure } from '#client/api.ts'
import { type ApplianceParts, failureOf } from './appliance-calls.ts'

const createCall = createAsyncThunk.withTypes<{ extra: ApplianceParts; rejectValue: Failure }>()

/** An appliance and what is done with a company of it. */
export type WithCompany = { id: string; companyId: string }

/** `isNew`: whether there was no address before. */
export type AddressSaving = { id: string; address: AddressWrite; isNew: boolean }

export const saveAddress = createCall<Connection, AddressSaving>(
  'appliances/saveAddress',
  async ({ id, address }, { extra, rejectWithValue }) =>
    extra
      .call(api.changeAddress, { params: { id }, body: address })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

/** The page always grants full access. Specification 6. */
function connect(companyType: 'SUPPORT' | 'ASA') {
  return async ({ id, companyId }: WithCompany, { call }: ApplianceParts): Promise<ServiceContract> =>
    call(api.addContract, {
      params: { gatewayId: id },
      body: { companyId, companyType, permission: 'FULL_ACCESS' },
    })
}

const connectProvider = connect('SUPPORT')
const connectSupport = connect('ASA')

export const addProvider = createCall<ServiceContract, WithCompany>(
  'appliances/addProvider',
  async (company, { extra, rejectWithValue }) =>
    connectProvider(company, extra).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export const addSupport = createCall<ServiceContract, WithCompany>(
  'appliances/addSupport',
  async (company, { extra, rejectWithValue }) =>
    connectSupport(company, extra).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

async function disconnect({ id, companyId }: WithCompany, { call }: ApplianceParts): Promise<void> {
  await call(api.endContract, { params: { gatewayId: id, companyId } })
}

export const removeProvider = createCall<void, WithCompany>(
  'appliances/removeProvider',
  async (company, { extra, rejectWithValue }) =>
    disconnect(company, extra).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export const withdrawSupport = createCall<void, WithCompany>(
  'appliances/withdrawSupport',
  async (company, { extra, rejectWithValue }) =>
    disconnect(company, extra).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

/** Consents to the latest version with the service provider. Specification 4.8. */
export const renewConsent = createCall<ServiceContract, WithCompany>(
  'appliances/renewConsent',
  async ({ id, companyId }, { extra, rejectWithValue }) =>
    extra
      .call(api.renewConsent, { params: { gatewayId: id, companyId }, body: {} })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

/** Results shown at once. Specification 9. */
const resultsShown = 5

export type ProviderSearchInput = { country: Country; value: string }

/** The best matches, and how many there are in all, as far as the server counts. */
export type FoundProviders = { items: readonly Company[]; total: number }

/** The companies that match, best first; a failure is nothing found. Specification 7. */
export const searchProviders = createCall<FoundProviders, ProviderSearchInput>(
  'companies/search',
  async ({ country, value }, { extra: { call, brandId } }) =>
    call(api.searchProviders, {
      query: { country, value, brand: brandId, limit: String(resultsShown), offset: '0' },
    }).catch(noneWhenFailed),
)

/** The support company of the page's brand in a country; null for none. Specification 7. */
export const findSupportCompany = createCall<SupportCompany | null, Country>(
  'companies/support',
  async (country, { extra: { call, brandId }, rejectWithValue }) =>
    call(api.listSupportCompanies, { query: { brand: brandId } })
      .then(({ items }) => items.find((each) => each.country === country) ?? null)
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

function noneWhenFailed(error: unknown): FoundProviders {
  if (error instanceof CallError) return { items: [], total: 0 }
  throw error
}
