import * as z from 'zod/mini'
import { partnerEventTypes } from './partner-events.ts'

/** The maximum number of webhook endpoints of one client. */
export const maxWebhookEndpoints = 10

/** The maximum number of events that one `recover` request sends again. */
export const maxRecoveredEvents = 10_000

const url = z.string().check(z.minLength(1), z.maxLength(500))
const types = z.nullable(
  z.array(z.enum(partnerEventTypes)).check(z.minLength(1), z.maxLength(partnerEventTypes.length)),
)

/** A new webhook endpoint. `types`: the events to send; null means all. */
export const webhookEndpointRequestBody = z.strictObject({ url, types: z._default(types, null) })

/**
 * A change of an endpoint. `state: ACTIVE` sends a challenge to an endpoint that is not active, `DISABLED` stops
 * deliveries. An endpoint with a new `url` must answer a challenge again.
 */
export const webhookEndpointPatch = z.strictObject({
  url: z.optional(url),
  types: z.optional(types),
  state: z.optional(z.enum(['ACTIVE', 'DISABLED'])),
})

/**
 * A webhook endpoint. Specification 27.7.
 * - `state`: `UNPROVEN` until the endpoint has answered the challenge.
 * - `publicKey` (`whpk_…`): verifies the signature `v1a`.
 * - `failingSince` (RFC 3339): the first failure since the last successful try; null if the latest try did not fail.
 * - `disabledReason`: `gone` after status 410, `failing` after 5 days of failures, `client` if the client disabled the
 *   endpoint.
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

/**
 * An endpoint with its secret (`whsec_…`), which signs the webhooks. Only the answer that creates the secret contains
 * it.
 */
export const webhookEndpointWithSecret = z.extend(webhookEndpoint, { secret: z.string() })

export const webhookEndpoints = z.object({ items: z.array(webhookEndpoint) })

export const webhookRecoverRequest = z.strictObject({ since: z.iso.datetime({ offset: true }) })

/**
 * The answer of `recover`. `queued`: the number of events to send again. `isComplete`: false if there are more
 * events; the client then repeats `recover` after the queued events are delivered.
 */
export const webhookRecoverAnswer = z.object({ queued: z.int(), isComplete: z.boolean() })

export const partnerDeliveryStates = ['WAITING', 'DELIVERED', 'FAILED'] as const

/**
 * The result of one try. `status`: the HTTP status of the answer. If there was no answer, `status` is null, and
 * `answer` has the reason.
 */
const deliveryResult = z.object({ at: z.string(), status: z.nullable(z.int()), answer: z.string() })

export type DeliveryAttemptResult = z.infer<typeof deliveryResult>

/**
 * A delivery to a webhook endpoint.
 * - `type`: the type of the event, or `endpoint.test` or `endpoint.challenge`.
 * - `status`, `answer`: the HTTP status and the first kilobyte of the last answer. If there was no answer, `status`
 *   is null, and `answer` has the reason.
 * - `results`: the last 10 tries, newest first.
 * - `dueAt`: the next try of a waiting delivery.
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

/** A page of deliveries, newest first. */
export const partnerDeliveries = z.object({ items: z.array(partnerDelivery), next: z.nullable(z.string()) })

/** The query for deliveries. `cursor` is the `next` of the previous page. */
export const partnerDeliveryQuery = z.strictObject({
  state: z.optional(z.enum(partnerDeliveryStates)),
  cursor: z.optional(z.uuid()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
