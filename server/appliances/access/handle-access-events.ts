import type { NoticeEvent } from '#contract/notices.ts'
import { dayMs } from '#contract/durations.ts'
import { canEditServiceSettings } from '#server/appliances/policy.ts'
import { type Holder, lockGatewayAndReadHolders, removeHolder } from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { recordDoneAct } from '#server/audit/store.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { AccessEventDependencies, AccessNotice } from './access-notice.ts'
import {
  type DueAccessEvent,
  findGatewaysWithDueEvents,
  readStoredAccessEnd,
  popDueAccessEvents,
} from './events/store.ts'
import { deleteExpiredAccessRequest } from './requests/store.ts'
import { endHandoverIfExpired, deleteHandoversExpiredBefore } from './handover/store.ts'
import { deleteInvitationsExpiredBefore } from './store.ts'
import { publishAccessChange } from './events/record-access-change.ts'

const gatewaysPerBatch = 100
/**
 * The number of days for which an expired link is stored. In this time, the person who accepted it gets the answer that
 * they have already used it.
 */
const linkRetentionDays = 30

/**
 * Handles all due access events: notifies people of changed accesses, reminds them before an access ends, and ends
 * expired accesses, hand-overs and requests. Returns the number of events. Specification 26.4.
 *
 * Each event is handled once, because one transaction deletes the event and records its effects.
 */
export async function handleAccessEvents(dependencies: AccessEventDependencies): Promise<number> {
  const { pool, clock } = dependencies
  for (let handledCount = 0; ;) {
    const gatewayIds = await findGatewaysWithDueEvents(pool, { now: new Date(clock.now()), limit: gatewaysPerBatch })
    for (const gatewayId of gatewayIds) {
      handledCount += await inTransaction(pool, async (transaction) => handleOf(gatewayId, transaction, dependencies))
    }
    if (gatewayIds.length < gatewaysPerBatch) return handledCount
  }
}

/**
 * Handles the due events of one appliance. Locks the appliance first, as other changes of its people do, to prevent
 * deadlocks.
 */
async function handleOf(
  gatewayId: string,
  transaction: Transaction,
  { bus, clock, recordNotices }: AccessEventDependencies,
): Promise<number> {
  const now = clock.now()
  const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
  const events = await popDueAccessEvents(transaction, { gatewayId, now: new Date(now) })
  for (const event of events) {
    if (isReminder(event.kind) && (event.accessEndsAt?.getTime() ?? 0) <= now) continue
    if (isDeadline(event.kind) && !(await isOfStoredEnd(transaction, event))) continue
    if (event.kind === 'handover-end' && !(await endHandoverIfExpired(transaction, { gatewayId, now: new Date(now) })))
      continue
    if (event.kind === 'request-end') {
      const { personId } = event
      if (!(await deleteExpiredAccessRequest(transaction, { gatewayId, personId, now: new Date(now) }))) continue
      await recordExpiry(transaction, bus, { gatewayId, action: 'request-expired', now })
    }
    if (event.kind === 'end') await endAccess(transaction, bus, { ...event, now })
    if (event.kind === 'handover-end')
      await recordExpiry(transaction, bus, { gatewayId, action: 'handover-expired', now })
    await recordNotices(transaction, noticesOf(event, holders), now)
  }
  return events.length
}

/** Returns false if the end of the access has changed since the event was stored, or if the access no longer exists. */
async function isOfStoredEnd(transaction: Transaction, event: DueAccessEvent): Promise<boolean> {
  const storedAccessEnd = await readStoredAccessEnd(transaction, event)
  return storedAccessEnd !== null && storedAccessEnd.endsAt?.getTime() === event.accessEndsAt?.getTime()
}

/**
 * Whether an event is a reminder that an access will end. If the access has ended before the reminder is handled, for
 * example during an outage of the role `jobs`, the reminder is not sent.
 */
function isReminder(kind: DueAccessEvent['kind']): boolean {
  return kind === 'week-before' || kind === 'day-before'
}

function isDeadline(kind: DueAccessEvent['kind']): boolean {
  return isReminder(kind) || kind === 'end'
}

async function endAccess(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { gatewayId, personId, now }: DueAccessEvent & { now: number },
): Promise<void> {
  await removeHolder(transaction, gatewayId, personId)
  const details = { person: personId }
  await recordActivity(transaction, { kind: 'access-ended', actor: 'portal', personId, gatewayId, details, now })
  await publishAccessChange(transaction, bus, gatewayId)
}

async function recordExpiry(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { gatewayId, action, now }: { gatewayId: string; action: string; now: number },
): Promise<void> {
  await recordDoneAct(transaction, { actor: 'portal', action, gatewayId, now })
  await publishAccessChange(transaction, bus, gatewayId)
}

/**
 * Returns the notices about an event: one for the person whose access changes, and one for each other person who is the
 * owner or a co-owner, except the person who acted. If an ownership begins, viewers also get a notice.
 *
 * `eventsOf` decides which of these notices exist. Owners, co-owners and viewers whose access began after the event get
 * no notice about the other person, so a new owner learns nothing about earlier people.
 */
function noticesOf(event: DueAccessEvent, holders: readonly Holder[]): AccessNotice[] {
  const { id, gatewayId, brand, personId, actorId, dueAt } = event
  const dedupe = `access ${id}`
  const { own, others } = eventsOf(event)
  const isHolder = holders.some((holder) => holder.personId === personId)
  const isConcerned = (holder: Holder) => [personId, actorId].includes(holder.personId)
  const isForAll = event.kind === 'ownership-begun'
  const readers = holders.filter(
    (holder) =>
      (isForAll || canEditServiceSettings(holder)) &&
      !isConcerned(holder) &&
      holder.addedAt.getTime() <= dueAt.getTime(),
  )
  return [
    ...(own ? [{ personId, gatewayId: isHolder ? gatewayId : null, brand, event: own, dedupe }] : []),
    ...(others
      ? readers.map((reader) => ({ personId: reader.personId, gatewayId, brand, event: others, dedupe }))
      : []),
  ]
}

type EventsOf = { own: NoticeEvent | null; others: NoticeEvent | null }

/**
 * The notices of an event: `own` for the person whose access changes, `others` for the other people. Null means no
 * notice. People get no notice about an action of their own: a claim, an accepted invitation, a request or a leave.
 * Nobody gets a notice about an expired request.
 */
function eventsOf({ kind, role, accessEndsAt }: DueAccessEvent): EventsOf {
  const until = accessEndsAt?.toISOString() ?? null
  switch (kind) {
    case 'given':
      return { own: null, others: role && { kind: 'access-given', role, until } }
    case 'requested':
      return { own: null, others: { kind: 'access-requested' } }
    case 'request-accepted':
      return {
        own: role && { kind: 'request-accepted', role, until },
        others: role && { kind: 'access-given', role, until },
      }
    case 'request-declined':
      return { own: { kind: 'request-declined' }, others: null }
    case 'request-end':
      return { own: null, others: null }
    case 'changed':
      return { own: role && { kind: 'own-access-changed', role, until }, others: null }
    case 'left':
      return { own: null, others: { kind: 'access-ended' } }
    case 'removed':
      return { own: { kind: 'own-access-ended' }, others: null }
    case 'ownership-begun':
      return { own: { kind }, others: { kind: 'owner-changed' } }
    case 'ownership-ended':
    case 'handover-declined':
      return { own: { kind }, others: null }
    case 'handover-end':
      return { own: { kind: 'handover-expired' }, others: null }
    case 'week-before':
    case 'day-before':
      return {
        own: until === null ? null : { kind: 'own-access-ends', until },
        others: until === null ? null : { kind: 'access-ends', until },
      }
    case 'end':
      return { own: { kind: 'own-access-ended' }, others: { kind: 'access-ended' } }
  }
}

/** Deletes invitations and ended hand-overs that expired more than `linkRetentionDays` ago. */
export async function deleteExpiredLinks({
  pool,
  clock,
}: Pick<AccessEventDependencies, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - linkRetentionDays * dayMs)
  await deleteInvitationsExpiredBefore(pool, before)
  await deleteHandoversExpiredBefore(pool, before)
}
