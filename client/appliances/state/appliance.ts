import type { AccessRole } from '#contract/access-role.ts'
import type { Address } from '#contract/address.ts'
import {
  type ApplianceType,
  type Connection,
  type GatewayStatus,
  type GatewayType,
  toGatewayStatus,
} from '#contract/appliance.ts'
import { faultSeverities, type FaultSeverity, toFaultCode } from '#contract/faults.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { ProviderContract } from '#contract/provider.ts'
import type { GatewayNotification } from '#contract/event-bus.ts'
import type { SupportContract } from '#contract/support-company.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { type LastEmergency, toLastEmergency } from './last-emergency.ts'

/** The fault of an appliance. At least one of the fields is not null. Specification 22. */
export type ApplianceFault = { code: string | null; severity: FaultSeverity | null }

/** Combines the two fault fields of a connection or a notification; returns null if both are null. */
export function toFault(faultCode: string | null, severity: FaultSeverity | null): ApplianceFault | null {
  return faultCode === null && severity === null ? null : { code: faultCode, severity }
}

/** An appliance in the app's store. Specification 3. */
export type Appliance = {
  id: string
  /** The name that the person gave the appliance; null if the person gave no name. */
  name: string | null
  type: GatewayType
  applianceType: ApplianceType
  applianceStatus: GatewayStatus
  /** The time when the current status began, RFC 3339; null before the first report. */
  statusSince: string | null
  fault: ApplianceFault | null
  lastEmergency: LastEmergency
  /** A number that grows with each change of status and fault. Specification 14.3. */
  statusSeq: number
  credentials: { serial: string }
  placementInType: number
  role: AccessRole
  /** The service settings. `seq` also grows when the appliance's name or the person's role changes. */
  service: {
    seq: number
    /** Whether the person may edit the service settings: the owner and co-owners may. */
    canEditContract: boolean
    address: Address | null
    provider: ProviderContract | null
    asaSupport: SupportContract | null
  }
}

/** Whether the gateway has never reported its status. */
export function isWaitingForFirstReport({
  applianceStatus,
  statusSince,
  fault,
}: Pick<Appliance, 'applianceStatus' | 'statusSince' | 'fault'>): boolean {
  return applianceStatus === 'UNKNOWN' && statusSince === null && fault === null
}

/**
 * Converts the API's list of connections and numbers the appliances of each type. The order is unchanged: newest first.
 * Specification 3 and 7.
 */
export function toAppliances(connections: readonly Connection[]): Appliance[] {
  const placements = numberByType(connections.map(({ applianceType }) => applianceType))
  return connections.map((connection, index) => toAppliance(connection, placements[index] ?? 1))
}

export function toAppliance(connection: Connection, placementInType: number): Appliance {
  const { id, name, type, applianceType, gatewayStatus, statusSince, statusSeq, role, credentials, service } =
    connection
  return {
    id,
    name,
    type,
    applianceType,
    applianceStatus: gatewayStatus,
    statusSince,
    fault: toFault(connection.faultCode, connection.severity),
    lastEmergency: toLastEmergency(connection),
    statusSeq,
    credentials,
    placementInType,
    role,
    service: {
      seq: service.seq,
      canEditContract: service.canEditContract,
      address: service.address,
      provider: service.contracts.find((each) => each.companyType === 'SUPPORT') ?? null,
      asaSupport: service.contracts.find((each) => each.companyType === 'ASA') ?? null,
    },
  }
}

/** A status that the server pushed. `at`: the time when the app received the status, epoch ms. */
export type StatusPush = Pick<Appliance, 'id' | 'fault'> & {
  seq: number
  status: GatewayStatus
  since: string | null
  at: number
}

/**
 * Returns the change of status from a notification about a gateway's status; null for any other notification.
 * Specification 4.
 */
export function parseStatusPush(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'seq'>,
  at: number,
): StatusPush | null {
  const { unit, resourceId, payload, seq } = notification
  if (unit !== 'status') return null
  const since = typeof payload['since'] === 'string' ? payload['since'] : null
  const status = toGatewayStatus(payload['gatewayStatus'])
  const severity = faultSeverities.find((one) => one === payload['severity']) ?? null
  return { id: resourceId, seq, status, since, fault: toFault(toFaultCode(payload['faultCode']), severity), at }
}

/**
 * Numbers the appliances of each type, counted from the end of the list, so that the oldest appliance keeps number 1.
 *
 * BOILER HP BOILER -> 2 1 1
 */
export function numberByType(types: readonly ApplianceType[]): number[] {
  const counts: Record<ApplianceType, number> = { BOILER: 0, HYBRID: 0, HP: 0, UNKNOWN: 0 }
  return types
    .toReversed()
    .map((type) => (counts[type] += 1))
    .toReversed()
}

/** Formats a serial number with its label: 'Gateway ID: 123456789'. {@link SerialInText} shows the digits in groups. */
export function formatGatewayId({ credentials }: Pick<Appliance, 'credentials'>, t: Translate): string {
  return t('appliance.gateway-id', { serial: credentials.serial })
}

/**
 * Returns the name of a card: 'Cellar, Boiler 1', or 'Boiler 1' if the person gave no name. Specification 2.6 and 16.5.
 */
export function applianceNameOf(
  appliance: Pick<Appliance, 'name' | 'applianceType' | 'placementInType'>,
  t: Translate,
): string {
  const title = numberedTitleOf(appliance, t)
  return appliance.name === null ? title : `${isolateNameDirection(appliance.name)}, ${title}`
}

/** Returns the type of an appliance with its number: 'Boiler 1'. Specification 2.6. */
export function numberedTitleOf(
  { applianceType, placementInType }: Pick<Appliance, 'applianceType' | 'placementInType'>,
  t: Translate,
): string {
  return t('appliance.name', { type: t(`appliance.type.${applianceType}`), number: placementInType })
}
