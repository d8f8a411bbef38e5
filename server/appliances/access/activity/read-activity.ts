import type * as z from 'zod/mini'
import {
  type ActivityActor,
  type ActivityEntry,
  type ActivityKind,
  type ActivityList,
  type ActivityPerson,
  activityEntry,
  type activityQuery,
  defaultActivityEntries,
} from '#contract/activity.ts'
import {
  type ApplianceCaller,
  type AuthorisationDependencies,
  authoriseApplianceCall,
} from '#server/appliances/authorise-appliance-call.ts'
import { visiblePeriodStartOf } from '#server/appliances/policy.ts'
import { requireAccessManager } from '../policy.ts'
import { type ActivityCursor, type ActivityRecord, readActivityRecords } from './store.ts'

export type ActivityPageRequest = ApplianceCaller & { query: z.infer<typeof activityQuery> }

/** The audit action of the operator's command that shows the status and faults of a gateway. */
const commandAction = 'gateway-show'
const commandKind = 'operator-viewed'

const kinds = activityEntry.def.options.flatMap(({ shape }) => shape.kind.def.values)
const actions = kinds.map((kind) => (kind === commandKind ? commandAction : kind))

/**
 * The actions that begin a person's access. Another person's access may end at the same moment; the record of that end
 * does not belong to the new person's period.
 */
const starts = [
  'appliance-claimed',
  'access-given',
  'request-accepted',
  'ownership-begun',
] as const satisfies readonly ActivityKind[]

/**
 * Returns one page of the activity of an appliance, newest first, for the owner or a co-owner. Events from before the
 * person's own access are omitted. Specification 26.8.
 *
 * @throws Refusal `not-found`, `not-allowed-in-role`
 */
export async function readActivityPage(
  dependencies: AuthorisationDependencies,
  { query, ...caller }: ActivityPageRequest,
): Promise<ActivityList> {
  const { gatewayId, personId, holder, now } = await authoriseApplianceCall(dependencies, caller, requireAccessManager)
  const since = visiblePeriodStartOf(holder)
  const limit = query.limit ?? defaultActivityEntries
  const before = query.before === undefined ? null : toCursor(query.before)
  const wanted = { gatewayId, personId, actions, since, starts, before, now }
  const records = await readActivityRecords(dependencies.database.pool, { ...wanted, limit: limit + 1 })
  const items = records.slice(0, limit).flatMap((record) => toEntry(record, personId))
  return { items, hasMore: records.length > limit }
}

function toCursor(text: string): ActivityCursor {
  const [micros = '', id = ''] = text.split('-')
  return { micros, id }
}

/**
 * Converts a record to an entry of the API. Returns an empty list if the record does not match the API of this
 * version, for example because a newer version wrote the record.
 */
function toEntry(record: ActivityRecord, myId: string): ActivityEntry[] {
  const { id, micros, at, action, details } = record
  const entry = activityEntry.safeParse({
    id: `${micros}-${id}`,
    at: at.toISOString(),
    kind: action === commandAction ? commandKind : action,
    actor: actorOf(record, myId),
    details: { ...details, ...otherOf(record, myId) },
  })
  return entry.success ? [entry.data] : []
}

function actorOf({ actor, personId, personName, details }: ActivityRecord, myId: string): ActivityActor {
  switch (actor) {
    case 'company':
      if (typeof details['program'] === 'string') return { type: 'program', name: details['program'] }
      return { type: details['companyType'] === 'ASA' ? 'support' : 'company', name: String(details['company']) }
    case 'operator':
    case 'portal':
      return { type: actor }
    default:
      return toPerson({ personId, name: personName }, myId)
  }
}

/**
 * Returns the person whom an act was about. `person` is undefined if the record names no such person, or if that person
 * also acted. Two erased people count as the same person only for an action in `starts`.
 */
function otherOf(
  { action, details, otherName, actor, personId }: ActivityRecord,
  myId: string,
): { person?: ActivityPerson | undefined } {
  const { person } = details
  const isActor = actor === 'person' && person === personId && (person !== null || starts.some((one) => one === action))
  if (person === undefined || isActor) return { person: undefined }
  return { person: toPerson({ personId: typeof person === 'string' ? person : null, name: otherName }, myId) }
}

function toPerson({ personId, name }: { personId: string | null; name: string | null }, myId: string): ActivityPerson {
  return personId === null ? { type: 'erased-person' } : { type: 'person', name, isMe: personId === myId }
}
