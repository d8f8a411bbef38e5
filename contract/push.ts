import * as z from 'zod/mini'
import { exportStates } from './export-states.ts'

/** The units of a gateway; each has its own MQTT topic. Specification 3 and 14.3. */
export const units = ['status', 'heatCurve', 'hc1', 'dhw1'] as const

export type Unit = (typeof units)[number]

export function isUnit(value: string): value is Unit {
  return (units as readonly string[]).includes(value)
}

/** The only address of the page's event bus. Specification 7. */
export const eventBusAddress = 'subscriptions'

export const eventBusPath = '/api/2/subscriptions/eventbus'

export const maxSubscriptions = 500

/** A subscription to an appliance. Specification 3. */
export const subscription = z.strictObject({
  resourceId: z.uuid(),
  resourceType: z.literal('gateway'),
  aggregatedUnits: z.array(z.enum(units)).check(z.minLength(1), z.maxLength(units.length)),
})

export type Subscription = z.infer<typeof subscription>

/**
 * The body and the answer of POST /api/2/subscriptions, which replaces the user's subscriptions. Specification 14.2.
 */
export const subscriptions = z.strictObject({
  subscriptions: z.array(subscription).check(z.maxLength(maxSubscriptions)),
})

export type Subscriptions = z.infer<typeof subscriptions>

/**
 * The body of a notification on the event bus. Specification 14.3.
 * `timestamp` is RFC 3339; `seq` increases with each change of a gateway. The payload of unit `status` has
 * `gatewayStatus`, `since` (RFC 3339), `faultCode` and `severity` as in a connection; of other units it has the
 * reported values.
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
 * The address or a contract of an appliance changed, or this person's name for it. A page with an older `service.seq`
 * then reads the connection again. `seq` is absent if a process of the previous release made or sent the change.
 */
const serviceNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('service'),
  seq: z.optional(z.number()),
})

export type ServiceNotification = z.infer<typeof serviceNotification>

/** The response header with the id of the request, as in the log. */
export const requestIdHeader = 'request-id'

/**
 * The page is registered and has received the snapshot of its `subscribed` appliances. Sent only to pages that
 * requested it with `confirmHeader` in `register`: after each snapshot, and then every 25 s. The bridge protocol has
 * no such message, so other clients get none.
 */
const registrationNotification = z.object({ resourceType: z.literal('registration'), subscribed: z.int() })

/** The header of `register` that requests confirmations, with the value `true`. */
export const confirmHeader = 'Confirm'

/** The progress of an export, for its owner. If its state changes, the page reads the requests again. */
const exportNotification = z.object({
  resourceId: z.uuid(),
  resourceType: z.literal('export'),
  requestId: z.uuid(),
  state: z.enum(exportStates),
  progress: z.int(),
})

export type ExportNotification = z.infer<typeof exportNotification>

/** The person got a notice, or has read some: the page reads the notices again. */
const noticesNotification = z.object({ resourceType: z.literal('notices') })

/** All messages of the event bus to a page, which must ignore unknown kinds. */
export const pageNotification = z.discriminatedUnion('resourceType', [
  gatewayNotification,
  serviceNotification,
  registrationNotification,
  exportNotification,
  noticesNotification,
])

export type PageNotification = z.infer<typeof pageNotification>
