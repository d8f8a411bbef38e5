import type { InvitationAnswerOutcome, InvitationPreview } from '#contract/access.ts'
import { isOwner, roleOf } from '#server/appliances/policy.ts'
import { lockHolders } from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/activity.ts'
import type { RecordReceipt } from '#server/service-changes/consents/receipt-recorder.ts'
import { shownNameOf } from '#server/identity/shown-name.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { publishAccessChange } from './events/record-access-change.ts'
import { insertAccessEvent } from './events/store.ts'
import type { OpenedLink } from './link-token.ts'
import { transferOwnership } from './ownership.ts'
import { requireOpenLink } from './policy.ts'
import { type NamedHolder, readFormerCompanies, readNamedHolders } from './store.ts'
import { type HandoverDependencies, handoverActivityFieldsOf, handoverEventFieldsOf } from './handover.ts'
import { type FoundHandover, saveHandoverAnswer, findHandover } from './handover/store.ts'

/**
 * Returns the content of an open hand-over without changing it. Returns null if no hand-over has this link.
 *
 * @throws Refusal `not-found` if the hand-over is not open
 */
export async function previewHandover(
  { database: { pool }, persons, personRefs, clock }: HandoverDependencies,
  { tokenDigest, subject }: OpenedLink,
): Promise<InvitationPreview | null> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const foundHandover = await findHandover(pool, { tokenDigest, now })
  if (!foundHandover) return null
  const { gatewayId, applianceType, city, ...owner } = requireOpenLink(foundHandover, personId)
  const others = (await readNamedHolders(pool, gatewayId, now)).filter((holder) => isKeepable(holder, personId))
  return {
    kind: 'handover',
    inviter: shownNameOf(owner),
    appliance: { type: applianceType, city },
    role: 'OWNER',
    until: null,
    keeps: others.map((holder) => ({
      personRef: personRefs.refOf(gatewayId, holder.personId),
      name: shownNameOf(holder),
      role: roleOf(holder) === 'CO_OWNER' ? 'CO_OWNER' : 'VIEWER',
    })),
  }
}

/**
 * Whether the new owner may let this person keep their access. This is so for everybody except the earlier owner and
 * the new owner.
 */
function isKeepable(
  holder: Pick<NamedHolder, 'personId' | 'ownerSince' | 'coOwnerSince'>,
  successorId: string,
): boolean {
  return !isOwner(holder) && holder.personId !== successorId
}

export type HandoverAnswerDependencies = HandoverDependencies & { recordReceipt: RecordReceipt }

export type HandoverAnswer = OpenedLink & { accept: boolean; keepPeople: readonly string[] }

/**
 * Accepts or declines a hand-over. Of several simultaneous answers, only the first counts. Returns null if no
 * hand-over has this link. Specification 26.10.
 *
 * @throws Refusal `not-found` if the hand-over is not open, `already-added` if the owner accepts
 */
export async function answerHandover(
  { database, persons, personRefs, bus, clock, recordReceipt }: HandoverAnswerDependencies,
  { tokenDigest, subject, accept, keepPeople }: HandoverAnswer,
): Promise<InvitationAnswerOutcome | null> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const query = { tokenDigest, now }
  return inTransaction(database.pool, async (transaction) => {
    const foundHandover = await findHandover(transaction, query)
    if (!foundHandover) return null
    const { gatewayId } = foundHandover
    const holders = await lockHolders(transaction, gatewayId, now)
    // Reads the hand-over again under the lock: another person may have answered, or the owner may have cancelled.
    const handover = requireOpenLink(await findHandover(transaction, query), personId)
    const { id, startedBy, sharesFaults } = handover
    if (!accept) {
      await decline(transaction, bus, { handover, personId, now })
      return { connectionId: null, companies: [] }
    }
    const keptIds = holders
      .filter((holder) => isKeepable(holder, personId))
      .filter((holder) => keepPeople.includes(personRefs.refOf(gatewayId, holder.personId)))
      .map((holder) => holder.personId)
    await saveHandoverAnswer(transaction, { id, answer: 'accepted', personId })
    await transferOwnership(
      transaction,
      { bus, recordReceipt },
      {
        gatewayId,
        successorId: personId,
        keptIds,
        sharesFaultHistory: sharesFaults,
        contractsEndedBy: startedBy,
        actorId: personId,
        now,
      },
    )
    const companies = await readFormerCompanies(transaction, { gatewayId, endedAt: new Date(now) })
    return { connectionId: gatewayId, companies }
  })
}

async function decline(
  transaction: Transaction,
  bus: HandoverDependencies['bus'],
  { handover, personId, now }: { handover: FoundHandover; personId: string; now: number },
): Promise<void> {
  const { id, gatewayId, startedBy } = handover
  await saveHandoverAnswer(transaction, { id, answer: 'declined', personId })
  const activity = {
    ...handoverEventFieldsOf(gatewayId, startedBy),
    kind: 'handover-declined',
    dueAt: new Date(now),
  } as const
  await insertAccessEvent(transaction, activity)
  await recordActivity(transaction, {
    kind: 'handover-declined',
    ...handoverActivityFieldsOf({ gatewayId, personId, now }),
  })
  await publishAccessChange(transaction, bus, gatewayId)
}
