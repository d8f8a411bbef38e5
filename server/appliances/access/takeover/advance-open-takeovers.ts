import { activeOwnerDays } from '#contract/takeover.ts'
import { dayMs } from '#contract/durations.ts'
import type { AccessEventDependencies, AccessNotice } from '#server/appliances/access/access-notice.ts'
import { canEditServiceSettings } from '#server/appliances/policy.ts'
import { type Holder, lockGatewayAndReadHolders } from '#server/appliances/store.ts'
import { recordDoneAct } from '#server/audit/store.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { ReceiptRecordFunction } from '#server/service-changes/consents/receipt-recorder.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { endTakeover } from './end-takeover.ts'
import { isOwnerUnchanged } from './policy.ts'
import { decisionTimeOf, readTrialState } from './read-takeover-response.ts'
import {
  type StoredTakeover,
  deleteTakeoversEndedBefore,
  findGatewaysWithDueTakeover,
  findOpenTakeoverByGateway,
  hasPersonUsedPortalSince,
  saveTakeoverTrialPassed,
  markTakeoverEndsNotified,
} from './store.ts'
import { completeTakeover } from './complete-takeover.ts'

const takeoversPerBatch = 100

/**
 * The number of days for which an ended takeover is stored. An operator may need it to explain a decision, even after
 * the refusal no longer blocks further takeovers.
 */
const keptDays = 365

export type TakeoverAdvanceDependencies = AccessEventDependencies & { recordReceipt: ReceiptRecordFunction }

/**
 * Handles up to 100 open takeovers, each in its own transaction: stores the result of a trial, or decides a takeover
 * after its deadline. Then notifies the people whose takeovers ended. Returns the number of handled takeovers.
 * Specification 26.9.
 */
export async function advanceOpenTakeovers(dependencies: TakeoverAdvanceDependencies): Promise<number> {
  const { pool, clock } = dependencies
  const gatewayIds = await findGatewaysWithDueTakeover(pool, { now: new Date(clock.now()), limit: takeoversPerBatch })
  for (const gatewayId of gatewayIds) {
    await inTransaction(pool, async (transaction) => settle(gatewayId, transaction, dependencies))
  }
  await notifyOfEnds(dependencies)
  return gatewayIds.length
}

/**
 * Handles the open takeover of an appliance. Locks the appliance first, as other changes of its people do, to prevent
 * deadlocks.
 */
async function settle(
  gatewayId: string,
  transaction: Transaction,
  dependencies: TakeoverAdvanceDependencies,
): Promise<void> {
  const { bus, clock } = dependencies
  const now = clock.now()
  const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
  const open = await findOpenTakeoverByGateway(transaction, gatewayId)
  if (!open) return
  const byPortal = { takeover: open, actor: 'portal', actorId: null, now } as const
  if (!isOwnerUnchanged(open, holders)) return endTakeover(transaction, bus, { ...byPortal, outcome: 'owner-changed' })
  if (open.decidedAt === null) return settleTrial(transaction, dependencies, { open, holders, now })
  if (open.decidedAt.getTime() > now) return
  if (await isOwnerActive(transaction, open))
    return endTakeover(transaction, bus, { ...byPortal, outcome: 'not-agreed' })
  return completeTakeover(transaction, dependencies, byPortal)
}

type OpenTakeover = { open: StoredTakeover; holders: readonly Holder[]; now: number }

async function settleTrial(
  transaction: Transaction,
  { bus, recordNotices }: AccessEventDependencies,
  { open, holders, now }: OpenTakeover,
): Promise<void> {
  const trial = await readTrialState(transaction, open, now)
  if (trial.kind === 'failed')
    return endTakeover(transaction, bus, {
      takeover: open,
      outcome: trial.reason,
      actor: 'portal',
      actorId: null,
      now,
    })
  if (trial.kind !== 'proven') return
  const { id, gatewayId, personId } = open
  const decidedAt = new Date(decisionTimeOf(trial.at))
  await saveTakeoverTrialPassed(transaction, { id, provenAt: new Date(trial.at), decidedAt })
  const details = { takeover: id, by: personId }
  await recordDoneAct(transaction, { actor: 'portal', action: 'takeover-proven', gatewayId, details, now })
  await recordNotices(transaction, noticesOfProof(open, holders, decidedAt), now)
  await publishServiceChange(transaction, bus, { gatewayId })
}

/**
 * Returns the notices for the owner and the co-owners about a takeover that has passed its trial. They are notified
 * because they may object.
 */
function noticesOfProof(
  { id, gatewayId, brand }: StoredTakeover,
  holders: readonly Holder[],
  decidedAt: Date,
): AccessNotice[] {
  const event = { kind: 'takeover-asked', until: decidedAt.toISOString() } as const
  return holders
    .filter(canEditServiceSettings)
    .map(({ personId }) => ({ personId, gatewayId, brand, event, dedupe: `takeover ${id}` }))
}

/**
 * Returns whether the owner has used the portal since 30 days before the trial was passed. If so, a missing answer
 * does not count as consent.
 */
async function isOwnerActive(
  transaction: Transaction,
  { ownerId, provenAt }: Pick<StoredTakeover, 'ownerId' | 'provenAt'>,
): Promise<boolean> {
  if (ownerId === null) return false
  const since = new Date((provenAt?.getTime() ?? 0) - activeOwnerDays * dayMs)
  return hasPersonUsedPortalSince(transaction, { personId: ownerId, since })
}

/**
 * Notifies the people whose takeovers ended after the proof. A person who cancelled the takeover, or who became the
 * owner, gets no notice.
 */
async function notifyOfEnds({ pool, clock, recordNotices }: AccessEventDependencies): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    const now = clock.now()
    const ends = await markTakeoverEndsNotified(transaction, { now: new Date(now), limit: takeoversPerBatch })
    const notices = ends.map(({ id, personId, brand }) => ({
      personId,
      gatewayId: null,
      brand,
      event: { kind: 'takeover-ended', takeoverId: id } as const,
      dedupe: `takeover ${id}`,
    }))
    await recordNotices(transaction, notices, now)
  })
}

/** Deletes takeovers that ended more than a year ago. Returns their number. */
export async function deleteTakeoversPastRetention({ pool, clock }: Pick<AccessEventDependencies, 'pool' | 'clock'>) {
  return deleteTakeoversEndedBefore(pool, new Date(clock.now() - keptDays * dayMs))
}
