import * as z from 'zod/mini'
import { grantableRole } from './access-role.ts'
import { contractPermissions } from './provider.ts'
import { companyTypes } from './service-contract.ts'

/** The number of months for which the activity of an appliance is stored. */
export const activityRetentionMonths = 12

/** The maximum and default number of entries of the activity in one answer. */
export const maxActivityEntries = 100
export const defaultActivityEntries = 30

/**
 * The person, company or program that caused an entry.
 * - `person`: `name` is null if the person has saved no name.
 * - `erased-person`: a person whose account has been erased.
 * - `program`: a program of a third party.
 * - `operator`: somebody who ran a command of the portal.
 * - `portal`: the portal itself.
 */
const actor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person'), name: z.nullable(z.string()), isMe: z.boolean() }),
  z.object({ type: z.literal('erased-person') }),
  z.object({ type: z.literal('company'), name: z.string() }),
  z.object({ type: z.literal('support'), name: z.string() }),
  z.object({ type: z.literal('program'), name: z.string() }),
  z.object({ type: z.literal('operator') }),
  z.object({ type: z.literal('portal') }),
])

export type ActivityActor = z.infer<typeof actor>

const person = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person'), name: z.nullable(z.string()), isMe: z.boolean() }),
  z.object({ type: z.literal('erased-person') }),
])

export type ActivityPerson = z.infer<typeof person>

/** The end of an access, RFC 3339; absent if the access does not end. */
const until = z.optional(z.string())
const givenDetails = { role: grantableRole, until }
const sharedDetails = { program: z.string() }
const company = { company: z.string(), companyType: z.enum(companyTypes) }

function entrySchema<Kind extends string, Details extends z.core.$ZodLooseShape>(kind: Kind, details: Details) {
  return z.object({ id: z.string(), at: z.string(), actor, kind: z.literal(kind), details: z.object(details) })
}

/**
 * An event in the activity of an appliance, at the RFC 3339 time `at`. `id` is also a cursor: entries before it are
 * older.
 * - `access-given`: `person` got access; without `person`, the actor got it. `way` is absent in older stored
 *   entries.
 * - `ownership-begun`: `person`, or without `person` the actor, became the owner by a hand-over or a takeover.
 * - `values-viewed`, `history-viewed`, `faults-viewed`: the first view on a UTC day by a person who is not the owner,
 *   or by a program of a third party. Only programs cause `faults-viewed`.
 * - `operator-viewed`: an operator looked up status and faults.
 *
 * Specification 26.8.
 */
export const activityEntry = z.discriminatedUnion('kind', [
  entrySchema('appliance-claimed', {}),
  entrySchema('access-given', {
    ...givenDetails,
    way: z.optional(z.enum(['claim', 'invitation'])),
    person: z.optional(person),
  }),
  entrySchema('access-changed', { ...givenDetails, person }),
  entrySchema('access-removed', { person }),
  entrySchema('access-left', {}),
  entrySchema('access-ended', { person }),
  entrySchema('invitation-created', givenDetails),
  entrySchema('invitation-replaced', givenDetails),
  entrySchema('invitation-cancelled', givenDetails),
  entrySchema('invitation-declined', givenDetails),
  entrySchema('ask-first-changed', { isOn: z.boolean() }),
  entrySchema('access-requested', {}),
  entrySchema('request-accepted', { ...givenDetails, person }),
  entrySchema('request-declined', { person }),
  entrySchema('handover-started', {}),
  entrySchema('handover-cancelled', {}),
  entrySchema('handover-declined', {}),
  entrySchema('handover-expired', {}),
  entrySchema('takeover-started', {}),
  entrySchema('takeover-ended', {}),
  entrySchema('ownership-begun', { person: z.optional(person) }),
  entrySchema('address-added', {}),
  entrySchema('address-changed', {}),
  entrySchema('contract-added', { ...company, permission: z.enum(contractPermissions) }),
  entrySchema('contract-accepted', company),
  entrySchema('contract-declined', company),
  entrySchema('contract-ended', company),
  entrySchema('consent-renewed', company),
  entrySchema('sharing-given', sharedDetails),
  entrySchema('sharing-changed', sharedDetails),
  entrySchema('sharing-ended', sharedDetails),
  entrySchema('export-requested', {}),
  entrySchema('export-downloaded', {}),
  entrySchema('values-viewed', {}),
  entrySchema('history-viewed', {}),
  entrySchema('faults-viewed', {}),
  entrySchema('operator-viewed', {}),
])

export type ActivityEntry = z.infer<typeof activityEntry>

export type ActivityKind = ActivityEntry['kind']

/** A page of entries, newest first. `hasMore`: whether there are older entries. */
export const activityList = z.object({ items: z.array(activityEntry), hasMore: z.boolean() })

export type ActivityList = z.infer<typeof activityList>

/** The query of GET …/activity. `before`: the `id` of an entry; the answer has the entries that are older than it. */
export const activityQuery = z.strictObject({
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, { error: 'pattern' })),
      z.pipe(z.transform(Number), z.int().check(z.maximum(maxActivityEntries))),
    ),
  ),
  before: z.optional(z.string().check(z.regex(/^\d{1,17}-\d{1,18}$/, { error: 'pattern' }))),
})
