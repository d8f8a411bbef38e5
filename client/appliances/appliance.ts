import type { Address } from '#contract/address.ts'
import type { ApplianceType, Connection, GatewayStatus, GatewayType } from '#contract/appliance.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import type { Company, ContractStatus, Permission, ProviderContract } from '#contract/provider.ts'
import type { SupportContract } from '#contract/support.ts'
import type { Translate } from '#client/i18n/text.ts'

/** A service provider as the page holds it. Specification 3. */
export type ServiceProvider = {
  company: Company
  connectionStatus: ContractStatus
  permission: Permission
  hasLatestConsentVersion?: boolean
}

/** The link to customer support. Specification 3. */
export type AsaSupport = {
  company: { id: string; url: string }
  permission: Permission
  connectionStatus: ContractStatus
}

/** What the appliance says is wrong: never both null. Specification 22. */
export type ApplianceFault = { code: string | null; severity: FaultSeverity | null }

/** What a connection or a notification tells of a fault; null where it tells of none. */
export function toFault(faultCode: string | null, severity: FaultSeverity | null): ApplianceFault | null {
  return faultCode === null && severity === null ? null : { code: faultCode, severity }
}

/** An appliance as the page holds it. Specification 3. */
export type Appliance = {
  id: string
  type: GatewayType
  applianceType: ApplianceType
  applianceStatus: GatewayStatus
  /** RFC 3339; null before the first report. */
  statusSince: string | null
  fault: ApplianceFault | null
  credentials: { serial: string }
  placementInType: number
  service: {
    /** Whether the person may edit: the owner may. */
    canEditContract: boolean
    address: Address | null
    provider: ServiceProvider | null
    asaSupport: AsaSupport | null
  }
}

/** The list as the API answers it, newest first, as the page holds it. Specification 3 and 7. */
export function toAppliances(connections: readonly Connection[]): Appliance[] {
  const placements = placementsFromTheEnd(connections.map(({ applianceType }) => applianceType))
  return connections.map((connection, index) => toAppliance(connection, placements[index] ?? 1))
}

export function toAppliance(connection: Connection, placementInType: number): Appliance {
  const { id, type, applianceType, gatewayStatus, statusSince, faultCode, severity, credentials, service } = connection
  return {
    id,
    type,
    applianceType,
    applianceStatus: gatewayStatus,
    statusSince,
    fault: toFault(faultCode, severity),
    credentials,
    placementInType,
    service: {
      canEditContract: service.canEditContract,
      address: service.address,
      provider: providerOf(service.contracts),
      asaSupport: supportOf(service.contracts),
    },
  }
}

/**
 * The running number of each per type, counted from the end, so that the oldest keeps number 1.
 *
 *     BOILER HP BOILER  ->  2 1 1
 */
export function placementsFromTheEnd(types: readonly ApplianceType[]): number[] {
  const counts: Record<ApplianceType, number> = { BOILER: 0, HYBRID: 0, HP: 0, UNKNOWN: 0 }
  return types
    .toReversed()
    .map((type) => (counts[type] += 1))
    .toReversed()
}

type Contracts = Connection['service']['contracts']

function providerOf(contracts: Contracts): ServiceProvider | null {
  const contract = contracts.find((each) => each.companyType === 'SUPPORT')
  return contract ? toServiceProvider(contract) : null
}

/** A contract of type SUPPORT as the page holds it. */
export function toServiceProvider({
  company,
  status,
  permission,
  hasLatestConsentVersion,
}: ProviderContract): ServiceProvider {
  return { company, connectionStatus: status, permission, hasLatestConsentVersion }
}

function supportOf(contracts: Contracts): AsaSupport | null {
  const contract = contracts.find((each) => each.companyType === 'ASA')
  return contract ? toAsaSupport(contract) : null
}

/** A contract of type ASA as the page holds it. */
export function toAsaSupport({ company: { id, url }, status, permission }: SupportContract): AsaSupport {
  return { company: { id, url }, permission, connectionStatus: status }
}

/** What a card is called: 'Boiler 1'. Specification 2.6 and 16.5. */
export function applianceName(appliance: Pick<Appliance, 'applianceType' | 'placementInType'>, t: Translate): string {
  const { applianceType, placementInType } = appliance
  return t('appliance.name', { type: t(`appliance.type.${applianceType}`), number: placementInType })
}
