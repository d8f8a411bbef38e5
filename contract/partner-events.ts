import * as z from 'zod/mini'

/**
 * The types of events about a shared appliance. The value is the kind of data that a grant must include; without it,
 * the client does not get the event.
 */
export const datatypeOfApplianceEvent = {
  'appliance.status_changed': 'status',
  'appliance.silent': 'status',
  'appliance.reachable': 'status',
  'appliance.fault_began': 'faults',
  'appliance.fault_ended': 'faults',
} as const

export type ApplianceEventType = keyof typeof datatypeOfApplianceEvent

/**
 * The events about a grant. `grant.ended` is the last event of a grant. When a grant ends, its other events are
 * deleted.
 */
export const grantEventTypes = ['grant.created', 'grant.amended', 'grant.ended'] as const

export const partnerEventTypes = [
  ...grantEventTypes,
  'appliance.status_changed',
  'appliance.silent',
  'appliance.reachable',
  'appliance.fault_began',
  'appliance.fault_ended',
  'endpoint.disabled',
] as const

export type PartnerEventType = (typeof partnerEventTypes)[number]

/** The number of days for which events are stored. Specification 27.6. */
export const partnerEventRetentionDays = 30

/**
 * An event of the partner API. The event says what changed; a request to `data.href` returns the current state.
 * `timestamp` is RFC 3339. `id` is the same in each delivery of the event. Specification 27.6.
 */
export const partnerEvent = z.object({
  type: z.enum(partnerEventTypes),
  timestamp: z.string(),
  id: z.uuid(),
  data: z.object({
    applianceId: z.nullable(z.uuid()),
    grantId: z.nullable(z.uuid()),
    href: z.string(),
  }),
})

export type PartnerEvent = z.infer<typeof partnerEvent>

/**
 * A page of events. `next`: the cursor after its last event; null only if there are no events and the request had no
 * `after`.
 */
export const partnerEvents = z.object({ items: z.array(partnerEvent), next: z.nullable(z.string()) })

/**
 * The query for events. `after`: the `next` of the previous page, or the id of a server-sent event. `all`: whether to
 * read the events of all grants of the client.
 */
export const partnerEventQuery = z.strictObject({
  after: z.optional(z.string().check(z.maxLength(200))),
  all: z._default(z.enum(['true', 'false']), 'false'),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
})
