import type { InvitationAnswerOutcome, InvitationPreview } from '#contract/access.ts'
import { isOwner, accessRoleOf } from '#server/appliances/policy.ts'
import { lockGatewayAndReadHolders } from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import type { ReceiptRecordFunction } from '#server/service-changes/consents/receipt-recorder.ts'
import { displayNameOf } from '#server/identity/display-name.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { publishAccessChange } from './events/record-access-change.ts'
import { insertAccessEvent } from './events/store.ts'
import type { LinkCaller } from './link-token.ts'
import { transferOwnership } from './transfer-ownership.ts'
import { requireOpenLink } from './policy.ts'
import { type NamedHolder, readCompaniesOfContractsEndedAt, readNamedHolders } from './store.ts'
import { type HandoverDependencies, handoverActivityFieldsOf, handoverEventFieldsOf } from './handover.ts'
import { type StoredHandoverLink, saveHandoverAnswer, findHandoverByToken } from './handover/store.ts'

/**
 * Returns the content of an open hand-over without changing it. Returns null if no hand-over has this link.
 *
 * @throws Refusal `not-found` if the hand-over is not open
 */
export async function previewHandover(
  { database: { pool }, persons, personRefs, clock }: HandoverDependencies,
  { tokenDigest, subject }: LinkCaller,
): Promise<InvitationPreview | null> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const foundHandover = await findHandoverByToken(pool, { tokenDigest, now })
  if (!foundHandover) return null
  const { gatewayId, applianceType, city, ...owner } = requireOpenLink(foundHandover, personId)
  const others = (await readNamedHolders(pool, gatewayId, now)).filter((holder) => isKeepable(holder, personId))
  return {
    kind: 'handover',
    inviter: displayNameOf(owner),
    appliance: { type: applianceType, city },
    role: 'OWNER',
    until: null,
    keeps: others.map((holder) => ({
      personRef: personRefs.refOf(gatewayId, holder.personId),
      name: displayNameOf(holder),
      role: accessRoleOf(holder) === 'CO_OWNER' ? 'CO_OWNER' : 'VIEWER',
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

export type HandoverAnswerDependencies = HandoverDependencies & { recordReceipt: ReceiptRecordFunction }

export type HandoverAnswer = LinkCaller & { accept: boolean; keepPeople: readonly string[] }

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
    const foundHandover = await findHandoverByToken(transaction, query)
    if (!foundHandover) return null
    const { gatewayId } = foundHandover
    const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
    // Reads the hand-over again under the lock: another person may have answered, or the owner may have cancelled.
    const handover = requireOpenLink(await findHandoverByToken(transaction, query), personId)
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
    const companies = await readCompaniesOfContractsEndedAt(transaction, { gatewayId, endedAt: new Date(now) })
    return { connectionId: gatewayId, companies }
  })
}

async function decline(
  transaction: Transaction,
  bus: HandoverDependencies['bus'],
  { handover, personId, now }: { handover: StoredHandoverLink; personId: string; now: number },
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
