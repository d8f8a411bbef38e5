import type { AddressRequestBody } from '#contract/address-form.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import { companyApi } from '#contract/company-api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Claim } from '#contract/claim.ts'
import type { ShownTextDigest } from '#contract/consent-text.ts'
import { normaliseSerialNumber } from '#contract/serial-number.ts'
import type { AccessRequestedAnswer } from '#contract/access-requested-answer.ts'
import type { Country } from '#contract/countries.ts'
import { type Company, isContractInForce } from '#contract/provider.ts'
import { type Subscription, units } from '#contract/event-bus.ts'
import type { CompanyType, ServiceContract } from '#contract/service-contract.ts'
import type { SupportCompany } from '#contract/support-company.ts'
import { type ApiCall, CallError } from '#client/api-call.ts'
import { type CallDependencies, createCallThunk } from '#client/call-thunk.ts'
import {
  type CommandSteps,
  createCommand,
  confirmChangeIfDone,
  confirmDeletionIfGone,
  isResourceGone,
} from '#client/command.ts'
import { isSameJson } from '#client/is-same-json.ts'
import type { WithAppliances } from './appliances-state.ts'

export const loadAppliances = createCallThunk('appliances/load', async (_: void, { call, brandId, now }) => {
  const { items } = await call(applianceApi.listConnections, { query: { brand: brandId } })
  return { connections: items, at: now() }
})

/** Reads one appliance again after a change on the server. */
export const reloadAppliance = createCallThunk<Connection, string>('appliances/reload', async (id, extra) =>
  extra.call(applianceApi.readConnection, { params: { id }, query: { brand: extra.brandId } }),
)

/**
 * Claims a gateway. If the owner must agree first, the result is a request for access instead of a connection.
 * Specification 26.12.
 */
export const addAppliance = createCommand<
  Connection | AccessRequestedAnswer,
  Pick<Claim, 'type' | 'credentials'>,
  WithAppliances,
  readonly string[]
>('appliances/add', {
  before: (_, { appliances }) => appliances.items.map(({ credentials }) => credentials.serial),
  send: async (claim, { call, brandId }, { key }) =>
    call(applianceApi.addConnection, { body: { ...claim, brands: [brandId] }, key }),
  find: async ({ credentials }, { call, brandId }, { before }) => {
    const { items } = await call(applianceApi.listConnections, { query: { brand: brandId } })
    const wantedSerial = normaliseSerialNumber(credentials.serial)
    const addedAppliance = items.find(
      (item) => item.credentials.serial === wantedSerial && !before.includes(wantedSerial),
    )
    return addedAppliance ? { result: addedAppliance } : null
  },
})

/** `name`: the new name; null removes the name. */
type Renaming = { id: string; name: string | null }

export const renameAppliance = createCommand<Connection, Renaming>('appliances/rename', {
  send: async ({ id, name }, { call }) => call(applianceApi.renameConnection, { params: { id }, body: { name } }),
  find: async ({ id, name }, dependencies) =>
    confirmChangeIfDone(await readAppliance(id, dependencies), (now) => now.name === name),
})

export const deleteAppliance = createCommand<void, string>('appliances/delete', {
  send: async (id, { call }) => call(applianceApi.deleteConnection, { params: { id } }),
  find: async (id, dependencies) =>
    confirmDeletionIfGone(await isResourceGone(async () => readAppliance(id, dependencies))),
})

async function readAppliance(id: string, { call, brandId }: CallDependencies): Promise<Connection> {
  return call(applianceApi.readConnection, { params: { id }, query: { brand: brandId } })
}

/**
 * Replaces the person's subscriptions by one for each of the given appliances, with all units. An empty list removes
 * all subscriptions. Specification 4.11.
 */
export const replaceAllSubscriptions = createCallThunk<void, readonly string[]>(
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

/** The id of an appliance and the id of a company for which a command changes the contract. */
export type ApplianceCompanyIds = { id: string; companyId: string }

/**
 * A consent to share data with a company. `shown`: the digest of the text that the person has read; undefined on a
 * page without TLS, where browsers compute no digests.
 */
export type ConsentToCompany = ApplianceCompanyIds & { shown: ShownTextDigest | undefined }

/** `isNew`: whether the appliance had no address before. */
type AddressSaving = { id: string; address: AddressRequestBody; isNew: boolean }

export const saveAddress = createCommand<Connection, AddressSaving>('appliances/saveAddress', {
  send: async ({ id, address }, { call }) => call(applianceApi.changeAddress, { params: { id }, body: address }),
  find: async ({ id, address }, dependencies) =>
    confirmChangeIfDone(await readAppliance(id, dependencies), ({ service }) =>
      isSameJson({ ...service.address, ...address }, service.address),
    ),
})

/**
 * The steps of a command on a contract. The result is the new state of the appliance; null if the app could not read
 * the appliance after the change.
 */
type ContractSteps<Input extends ApplianceCompanyIds> = CommandSteps<Connection | null, Input, unknown, undefined>

/**
 * Creates a command that changes a contract. The server's answer does not contain the appliance's `seq`, so the page
 * reads the appliance after the command.
 */
function createContractCommand<Input extends ApplianceCompanyIds>(
  change: (wanted: Input, dependencies: CallDependencies, key: string) => Promise<unknown>,
  isDone: (contract: ServiceContract | undefined) => boolean,
): ContractSteps<Input> {
  return {
    send: async (input, dependencies, { key }) => {
      await change(input, dependencies, key)
      return readAppliance(input.id, dependencies).catch(nullWhenFailed)
    },
    find: async ({ id, companyId }, dependencies) =>
      confirmChangeIfDone(await readAppliance(id, dependencies), ({ service }) =>
        isDone(service.contracts.find(({ company }) => company.id === companyId)),
      ),
  }
}

/** Creates a command that connects a company. The page always grants full access. Specification 6. */
function createConnectCommand(companyType: CompanyType): ContractSteps<ConsentToCompany> {
  return createContractCommand(
    async (consentToCompany, { call }, key) =>
      call(applianceApi.addContract, {
        params: { gatewayId: consentToCompany.id },
        body: {
          companyId: consentToCompany.companyId,
          companyType,
          permission: 'FULL_ACCESS',
          shown: consentToCompany.shown,
        },
        key,
      }),
    (contract) => contract !== undefined && isContractInForce(contract.status),
  )
}

export const addProvider = createCommand('appliances/addProvider', createConnectCommand('SUPPORT'))

export const addSupport = createCommand('appliances/addSupport', createConnectCommand('ASA'))

const contractCommand = createContractCommand<ApplianceCompanyIds>(
  async ({ id, companyId }, { call }) => call(applianceApi.endContract, { params: { gatewayId: id, companyId } }),
  (contract) => contract === undefined,
)

export const removeProvider = createCommand('appliances/removeProvider', contractCommand)

export const withdrawSupport = createCommand('appliances/withdrawSupport', contractCommand)

/** Agrees to the latest version of the consent with the service provider. Specification 4.8. */
export const renewConsent = createCommand(
  'appliances/renewConsent',
  createContractCommand<ConsentToCompany>(
    async ({ id, companyId, shown }, { call }) =>
      call(applianceApi.renewConsent, { params: { gatewayId: id, companyId }, body: { shown } }),
    (contract) => contract?.hasLatestConsentVersion === true,
  ),
)

/** The maximum number of shown results. Specification 9. */
const resultsShown = 5

type CompanyQuery = { country: Country; value: string }

/**
 * The best matches of a search. `total`: the number of companies that match, which the server counts only up to its
 * limit.
 */
export type FoundProviders = { items: readonly Company[]; total: number }

/** Searches service providers, the best match first. If the call fails, the result is empty. Specification 7. */
export const searchProviders = createCallThunk<FoundProviders, CompanyQuery>(
  'companies/search',
  async ({ country, value }, { call, brandId }) =>
    call(companyApi.searchProviders, {
      query: { country, value, brand: brandId, limit: String(resultsShown), offset: '0' },
    }).catch(emptyIfFailed),
)

/**
 * Finds the support company of the app's brand in a country; null if the brand has no support company there.
 * Specification 7.
 */
export const findSupportCompany = createCallThunk<SupportCompany | null, Country>(
  'companies/support',
  async (country, { call, brandId }) =>
    call(companyApi.listSupportCompanies, { query: { brand: brandId } }).then(
      ({ items }) => items.find((each) => each.country === country) ?? null,
    ),
)

function nullWhenFailed(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

function emptyIfFailed(error: unknown): FoundProviders {
  if (error instanceof CallError) return { items: [], total: 0 }
  throw error
}
