import * as z from 'zod/mini'
import { exportStates } from './export-states.ts'

/** The subjects of reports. Each unit of a gateway has its own MQTT topic. Specification 3 and 14.3. */
export const units = ['status', 'heatCurve', 'hc1', 'dhw1'] as const

export type Unit = (typeof units)[number]

export function isUnit(value: string): value is Unit {
  return (units as readonly string[]).includes(value)
}

/** The only address that the page uses on the event bus. Specification 7. */
export const eventBusAddress = 'subscriptions'

export const eventBusPath = '/api/2/subscriptions/eventbus'

export const maxSubscriptions = 500

/** A subscription to the notifications of an appliance. Specification 3. */
export const subscription = z.strictObject({
  resourceId: z.uuid(),
  resourceType: z.literal('gateway'),
  aggregatedUnits: z.array(z.enum(units)).check(z.minLength(1), z.maxLength(units.length)),
})

export type Subscription = z.infer<typeof subscription>

/**
 * The body and the answer of POST /api/2/subscriptions, which replaces all subscriptions of the person. Specification
 * 14.2.
 */
export const subscriptions = z.strictObject({
  subscriptions: z.array(subscription).check(z.maxLength(maxSubscriptions)),
})

export type Subscriptions = z.infer<typeof subscriptions>

/**
 * A notification about a report of a gateway. Specification 14.3.
 * - `timestamp`: RFC 3339.
 * - `seq`: a number that increases with each change of the gateway.
 * - `payload`: for the unit `status`, it has `gatewayStatus`, `since` (RFC 3339; null before the first report),
 *   `faultCode` and `severity` as in `Connection`. For other units, it has the reported values.
 */
const gatewayNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('gateway'),
  unit: z.enum(units),
  payload: z.record(z.string(), z.unknown()),
  timestamp: z.string(),
  seq: z.number(),
})

export type GatewayNotification = z.infer<typeof gatewayNotification>

/**
 * A notification that the address, a contract or a grant of an appliance changed, or this person's name for it. A page
 * with an older `service.seq` then reads the connection again.
 */
const serviceNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('service'),
  seq: z.number(),
})

export type ServiceNotification = z.infer<typeof serviceNotification>

/** The response header with the id of the request, which is also in the log. */
export const requestIdHeader = 'request-id'

/**
 * A notification that the page is registered and has received the snapshot of its `subscribed` appliances. The server
 * sends it after each snapshot and then every 25 s.
 *
 * A page must request it with `confirmRegistrationHeader` in its `register` message, because the bridge protocol has
 * no such message.
 */
const registrationNotification = z.object({ resourceType: z.literal('registration'), subscribed: z.int() })

/** The header of a `register` message by which a page requests registration notifications. Its value is `true`. */
export const confirmRegistrationHeader = 'Confirm'

/**
 * A notification about the progress of an export, for its owner. If the state has changed, the page reads the exports
 * again.
 */
const exportNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('export'),
  requestId: z.uuid(),
  state: z.enum(exportStates),
  progress: z.int(),
})

export type ExportNotification = z.infer<typeof exportNotification>

/** A notification that the person got a notice or has read some. The page reads the notices again. */
const noticesNotification = z.object({ resourceType: z.literal('notices') })

/** All notifications of the event bus to a page. A page must ignore kinds that it does not support. */
export const pageNotification = z.discriminatedUnion('resourceType', [
  gatewayNotification,
  serviceNotification,
  registrationNotification,
  exportNotification,
  noticesNotification,
])

export type PageNotification = z.infer<typeof pageNotification>
