import * as z from 'zod/mini'
import { exportStates } from './export-states.ts'

/** What a gateway reports, each under its own MQTT topic. Specification 3 and 14.3. */
export const units = ['status', 'heatCurve', 'hc1', 'dhw1'] as const

export type Unit = (typeof units)[number]

export function isUnit(value: string): value is Unit {
  return (units as readonly string[]).includes(value)
}

/** The one address of the page's event bus. Specification 7. */
export const eventBusAddress = 'subscriptions'

export const eventBusPath = '/api/2/subscriptions/eventbus'

export const maxSubscriptions = 500

/** One wish to hear of an appliance. Specification 3. */
export const subscription = z.strictObject({
  resourceId: z.uuid(),
  resourceType: z.literal('gateway'),
  aggregatedUnits: z.array(z.enum(units)).check(z.minLength(1), z.maxLength(units.length)),
})

export type Subscription = z.infer<typeof subscription>

/** The body and the answer of POST /api/2/subscriptions: it replaces what the user had. Specification 14.2. */
export const subscriptions = z.strictObject({
  subscriptions: z.array(subscription).check(z.maxLength(maxSubscriptions)),
})

export type Subscriptions = z.infer<typeof subscriptions>

/**
 * The body of a notification on the event bus. Specification 14.3.
 * `timestamp` is RFC 3339; `seq` grows with each change of a gateway. The payload of unit `status` holds
 * `gatewayStatus`, `since` (RFC 3339), `faultCode` and `severity` as in a connection, of the others what the gateway reported.
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
 * Says that the address or a contract of an appliance changed, or what this person calls it, wherever that was done; the
 * page reads the connection again. `requestId` is there when one request of the API did it alone: its answer had the same in `requestIdHeader`,
 * and whoever has that answer knows what changed.
 */
const serviceNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('service'),
  requestId: z.optional(z.string()),
})

export type ServiceNotification = z.infer<typeof serviceNotification>

/** The header of an answer of the API that names its request, as the log and notifications do. */
export const requestIdHeader = 'request-id'

/**
 * Says that the page is registered and has been sent what is known of its `subscribed` appliances. It comes to pages
 * that asked for it, in `confirmHeader` of their `register`: after each snapshot, and then every 25 s. Clients that
 * did not ask get none, as the bridge has no such message.
 */
const registrationNotification = z.object({ resourceType: z.literal('registration'), subscribed: z.int() })

/** The header of a `register` that asks for confirmations, with the value `true`. */
export const confirmHeader = 'Confirm'

/** Tells the owner how far an export has come; when its state changes, the page reads the requests again. */
const exportNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('export'),
  requestId: z.uuid(),
  state: z.enum(exportStates),
  progress: z.int(),
})

export type ExportNotification = z.infer<typeof exportNotification>

/** Says that the person got a notice, or has read some: the page reads the notices again. */
const noticesNotification = z.object({ resourceType: z.literal('notices') })

/** What the event bus tells a page. One that does not know a kind of notification ignores it. */
export const pageNotification = z.discriminatedUnion('resourceType', [
  gatewayNotification,
  serviceNotification,
  registrationNotification,
  exportNotification,
  noticesNotification,
])

export type PageNotification = z.infer<typeof pageNotification>
