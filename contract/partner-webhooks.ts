import * as z from 'zod/mini'
import { partnerEventTypes } from './partner-events.ts'

/** Endpoints of one client. */
export const maxWebhookEndpoints = 10

/** The events that one `recover` sends again at most. */
export const maxRecovered = 10_000

const url = z.string().check(z.minLength(1), z.maxLength(500))
const types = z.nullable(
  z.array(z.enum(partnerEventTypes)).check(z.minLength(1), z.maxLength(partnerEventTypes.length)),
)

/** `types`: null for all events. */
export const newWebhookEndpoint = z.strictObject({ url, types: z._default(types, null) })

/** `state`: `ACTIVE` sends the challenge again, `DISABLED` ends deliveries. A new `url` must prove itself again. */
export const webhookEndpointChange = z.strictObject({
  url: z.optional(url),
  types: z.optional(types),
  state: z.optional(z.enum(['ACTIVE', 'DISABLED'])),
})

/**
 * A webhook endpoint. `UNPROVEN` until it has answered the challenge. `publicKey` (`whpk_…`) verifies
 * `v1a`. `failingSince`: RFC 3339, the first of the tries that failed in a row. `disabledReason`: `gone` after status 410, `failing` after 5 days of failures, `client` by its
 * owner. Specification 27.7.
 */
export const webhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  types,
  state: z.enum(['UNPROVEN', 'ACTIVE', 'DISABLED']),
  publicKey: z.string(),
  createdAt: z.string(),
  failingSince: z.nullable(z.string()),
  disabledReason: z.nullable(z.enum(['client', 'gone', 'failing'])),
})

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** `secret` (`whsec_…`) signs; it is answered only here. */
export const webhookEndpointWithSecret = z.extend(webhookEndpoint, { secret: z.string() })

export const webhookEndpoints = z.object({ items: z.array(webhookEndpoint) })

export const partnerRecover = z.strictObject({ since: z.iso.datetime({ offset: true }) })

/** `isComplete`: false if there are more events; `recover` again when these are sent. */
export const partnerRecovered = z.object({ queued: z.int(), isComplete: z.boolean() })

export const partnerDeliveryStates = ['WAITING', 'DELIVERED', 'FAILED'] as const

/** The result of one try. `status`: of the answer; null if none came, then `answer` says what failed. */
const deliveryResult = z.object({ at: z.string(), status: z.nullable(z.int()), answer: z.string() })

export type DeliveryResult = z.infer<typeof deliveryResult>

/**
 * A delivery. `type`: of the event, or `endpoint.test`, `endpoint.challenge`. `status` and `answer`: the last answer, its
 * first kilobyte; without an answer `answer` says what failed. `results`: of the last 10 tries, newest first. `dueAt`: the
 * next try of a waiting one.
 */
export const partnerDelivery = z.object({
  id: z.uuid(),
  endpointId: z.uuid(),
  eventId: z.nullable(z.uuid()),
  type: z.string(),
  state: z.enum(partnerDeliveryStates),
  tries: z.int(),
  createdAt: z.string(),
  dueAt: z.nullable(z.string()),
  triedAt: z.nullable(z.string()),
  status: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  results: z.array(deliveryResult),
})

export type PartnerDelivery = z.infer<typeof partnerDelivery>

/** Newest first. */
export const partnerDeliveries = z.object({ items: z.array(partnerDelivery), next: z.nullable(z.string()) })

/** `cursor` is the `next` of the page before. */
export const partnerDeliveryQuery = z.strictObject({
  state: z.optional(z.enum(partnerDeliveryStates)),
  cursor: z.optional(z.uuid()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
