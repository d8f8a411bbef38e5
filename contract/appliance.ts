import * as z from 'zod/mini'
import { accessRole } from './access-role.ts'
import { address } from './address.ts'
import { faultCode, faultSeverities } from './faults.ts'
import { serviceContract } from './service-contract.ts'

/**
 * The types of gateways: `icom` is the MB Lan, `rrc1` the CT100 and `rrc2` the CT200. `cold` and `hot` are for tests.
 * Specification 3.
 */
export const gatewayTypes = ['icom', 'rrc1', 'rrc2', 'k30', 'cold', 'hot'] as const

export type GatewayType = (typeof gatewayTypes)[number]

/** The types of heating systems behind a gateway. `HP` is a heat pump. Specification 3. */
export const applianceTypes = ['BOILER', 'HP', 'HYBRID', 'UNKNOWN'] as const

export type ApplianceType = (typeof applianceTypes)[number]

/** The statuses of a gateway, derived from its reports, its last will and its silence. Specification 3 and 4. */
export const gatewayStatuses = ['ERROR', 'OFFLINE', 'ONLINE', 'UNKNOWN', 'WARNING', 'WORKING'] as const

export type GatewayStatus = (typeof gatewayStatuses)[number]

/** Converts any reported value to a status; a value outside the list is UNKNOWN. Specification 3. */
export function toGatewayStatus(value: unknown): GatewayStatus {
  return gatewayStatuses.find((status) => status === value) ?? 'UNKNOWN'
}

/**
 * A person's link to an appliance, as the API returns it. Specification 13.4.
 * - `id`: the id of the gateway, which is the same for all people of the appliance.
 * - `name`: this person's own name for the appliance, or null.
 * - `statusSince`: RFC 3339; null before the first report.
 * - `faultCode`, `severity`: the fault in the latest report; null if that report has no fault. Specification 22.
 * - `lastEmergencyAt`: the time of the last report of an emergency, RFC 3339. Null if the gateway reported none in the
 *   last 24 hours, or only before this person got the appliance.
 * - `role`: this person's role.
 * - `statusSeq`, `service.seq`, `seq`: numbers that grow with each change. `statusSeq` counts changes of status and
 *   fault; `service.seq` counts changes of address, contracts, name and role; `seq` counts both. Of two answers or
 *   notifications, the one with the larger number is newer.
 */
export const connection = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  type: z.enum(gatewayTypes),
  applianceType: z.enum(applianceTypes),
  gatewayStatus: z.enum(gatewayStatuses),
  statusSince: z.nullable(z.string()),
  faultCode: z.nullable(faultCode),
  severity: z.nullable(z.enum(faultSeverities)),
  lastEmergencyAt: z.nullable(z.string()),
  role: accessRole,
  seq: z.number(),
  statusSeq: z.number(),
  credentials: z.object({ serial: z.string() }),
  service: z.object({
    canEditContract: z.boolean(),
    address: z.nullable(address),
    contracts: z.array(serviceContract),
    seq: z.number(),
  }),
})

export type Connection = z.infer<typeof connection>

export const connectionList = z.object({ items: z.array(connection), total: z.int() })

export type ConnectionList = z.infer<typeof connectionList>
