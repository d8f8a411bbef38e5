import type { AddressWrite } from '#contract/address-form.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import { companyApi } from '#contract/company-api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Claim } from '#contract/claim.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import { type Subscription, units } from '#contract/push.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import type { SupportCompany } from '#contract/support.ts'
import { type ApiCall, CallError } from '#client/api.ts'
import { type CallDependencies, createCallThunk } from '#client/call-thunk.ts'

export const loadAppliances = createCallThunk('appliances/load', async (_: void, { call, brandId, now }) => {
  const { items } = await call(applianceApi.listConnections, { query: { brand: brandId } })
  return { connections: items, at: now() }
})

/** One appliance again, after something of it changed on the server. */
export const reloadAppliance = createCallThunk<Connection, string>('appliances/reload', async (id, extra) =>
  extra.call(applianceApi.readConnection, { params: { id }, query: { brand: extra.brandId } }),
)

export const addAppliance = createCallThunk<Connection, Pick<Claim, 'type' | 'credentials'>>(
  'appliances/add',
  async (claim, extra) => extra.call(applianceApi.addConnection, { body: { ...claim, brands: [extra.brandId] } }),
)

/** `name`: null for none. */
type Renaming = { id: string; name: string | null }

export const renameAppliance = createCallThunk<Connection, Renaming>('appliances/rename', async ({ id, name }, extra) =>
  extra.call(applianceApi.renameConnection, { params: { id }, body: { name } }),
)

export const deleteAppliance = createCallThunk<void, string>('appliances/delete', async (id, extra) =>
  extra.call(applianceApi.deleteConnection, { params: { id } }),
)

/** None for no appliances, else all of them with all units. Specification 4.11. */
export const refreshSubscriptions = createCallThunk<void, readonly string[]>(
  'appliances/subscribe',
  async (ids, extra) => subscribe(extra.call, ids),
)

async function subscribe(call: ApiCall, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return call(applianceApi.unsubscribe)
  await call(applianceApi.subscribe, { body: { subscriptions: ids.map(toSubscription) } })
}

export function toSubscription(id: string): Subscription {
  return { resourceId: id, resourceType: 'gateway', aggregatedUnits: [...units] }
}

/** An appliance and what is done with a company of it. */
export type WithCompany = { id: string; companyId: string }

/** `isNew`: whether there was no address before. */
type AddressSaving = { id: string; address: AddressWrite; isNew: boolean }

export const saveAddress = createCallThunk<Connection, AddressSaving>(
  'appliances/saveAddress',
  async ({ id, address }, extra) => extra.call(applianceApi.changeAddress, { params: { id }, body: address }),
)

/** The page always grants full access. Specification 6. */
function connect(companyType: 'SUPPORT' | 'ASA') {
  return async ({ id, companyId }: WithCompany, { call }: CallDependencies): Promise<ServiceContract> =>
    call(applianceApi.addContract, {
      params: { gatewayId: id },
      body: { companyId, companyType, permission: 'FULL_ACCESS' },
    })
}

export const addProvider = createCallThunk<ServiceContract, WithCompany>('appliances/addProvider', connect('SUPPORT'))

export const addSupport = createCallThunk<ServiceContract, WithCompany>('appliances/addSupport', connect('ASA'))

async function disconnect({ id, companyId }: WithCompany, { call }: CallDependencies): Promise<void> {
  await call(applianceApi.endContract, { params: { gatewayId: id, companyId } })
}

export const removeProvider = createCallThunk<void, WithCompany>('appliances/removeProvider', disconnect)

export const withdrawSupport = createCallThunk<void, WithCompany>('appliances/withdrawSupport', disconnect)

/** Consents to the latest version with the service provider. Specification 4.8. */
export const renewConsent = createCallThunk<ServiceContract, WithCompany>(
  'appliances/renewConsent',
  async ({ id, companyId }, extra) =>
    extra.call(applianceApi.renewConsent, { params: { gatewayId: id, companyId }, body: {} }),
)

/** Results shown at once. Specification 9. */
const resultsShown = 5

type ProviderSearchInput = { country: Country; value: string }

/** The best matches, and how many there are in all, as far as the server counts. */
export type FoundProviders = { items: readonly Company[]; total: number }

/** The companies that match, best first; a failure is nothing found. Specification 7. */
export const searchProviders = createCallThunk<FoundProviders, ProviderSearchInput>(
  'companies/search',
  async ({ country, value }, { call, brandId }) =>
    call(companyApi.searchProviders, {
      query: { country, value, brand: brandId, limit: String(resultsShown), offset: '0' },
    }).catch(noneWhenFailed),
)

/** The support company of the page's brand in a country; null for none. Specification 7. */
export const findSupportCompany = createCallThunk<SupportCompany | null, Country>(
  'companies/support',
  async (country, { call, brandId }) =>
    call(companyApi.listSupportCompanies, { query: { brand: brandId } }).then(
      ({ items }) => items.find((each) => each.country === country) ?? null,
    ),
)

function noneWhenFailed(error: unknown): FoundProviders {
  if (error instanceof CallError) return { items: [], total: 0 }
  throw error
}
