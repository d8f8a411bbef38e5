import type { AddressWrite } from '#contract/address.ts'
import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import type { SupportCompany } from '#contract/support.ts'
import { CallError } from '#client/api.ts'
import { type ApplianceParts, createApplianceThunk } from './appliance-calls.ts'

/** An appliance and what is done with a company of it. */
export type WithCompany = { id: string; companyId: string }

/** `isNew`: whether there was no address before. */
export type AddressSaving = { id: string; address: AddressWrite; isNew: boolean }

export const saveAddress = createApplianceThunk<Connection, AddressSaving>(
  'appliances/saveAddress',
  async ({ id, address }, extra) => extra.call(api.changeAddress, { params: { id }, body: address }),
)

/** The page always grants full access. Specification 6. */
function connect(companyType: 'SUPPORT' | 'ASA') {
  return async ({ id, companyId }: WithCompany, { call }: ApplianceParts): Promise<ServiceContract> =>
    call(api.addContract, {
      params: { gatewayId: id },
      body: { companyId, companyType, permission: 'FULL_ACCESS' },
    })
}

export const addProvider = createApplianceThunk<ServiceContract, WithCompany>(
  'appliances/addProvider',
  connect('SUPPORT'),
)

export const addSupport = createApplianceThunk<ServiceContract, WithCompany>('appliances/addSupport', connect('ASA'))

async function disconnect({ id, companyId }: WithCompany, { call }: ApplianceParts): Promise<void> {
  await call(api.endContract, { params: { gatewayId: id, companyId } })
}

export const removeProvider = createApplianceThunk<void, WithCompany>('appliances/removeProvider', disconnect)

export const withdrawSupport = createApplianceThunk<void, WithCompany>('appliances/withdrawSupport', disconnect)

/** Consents to the latest version with the service provider. Specification 4.8. */
export const renewConsent = createApplianceThunk<ServiceContract, WithCompany>(
  'appliances/renewConsent',
  async ({ id, companyId }, extra) => extra.call(api.renewConsent, { params: { gatewayId: id, companyId }, body: {} }),
)

/** Results shown at once. Specification 9. */
const resultsShown = 5

export type ProviderSearchInput = { country: Country; value: string }

/** The best matches, and how many there are in all, as far as the server counts. */
export type FoundProviders = { items: readonly Company[]; total: number }

/** The companies that match, best first; a failure is nothing found. Specification 7. */
export const searchProviders = createApplianceThunk<FoundProviders, ProviderSearchInput>(
  'companies/search',
  async ({ country, value }, { call, brandId }) =>
    call(api.searchProviders, {
      query: { country, value, brand: brandId, limit: String(resultsShown), offset: '0' },
    }).catch(noneWhenFailed),
)

/** The support company of the page's brand in a country; null for none. Specification 7. */
export const findSupportCompany = createApplianceThunk<SupportCompany | null, Country>(
  'companies/support',
  async (country, { call, brandId }) =>
    call(api.listSupportCompanies, { query: { brand: brandId } }).then(
      ({ items }) => items.find((each) => each.country === country) ?? null,
    ),
)

function noneWhenFailed(error: unknown): FoundProviders {
  if (error instanceof CallError) return { items: [], total: 0 }
  throw error
}
