import { transferOwnership } from '#server/appliances/access/transfer-ownership.ts'
import type { AuditActor } from '#server/audit/audit-record.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { eraseAddressAndEndConsents } from '#server/service-changes/consents/consent-changes.ts'
import { endTakeover } from './end-takeover.ts'
import type { StoredTakeover } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * A takeover that succeeds at `now` (epoch ms). `actorId` is the owner who agreed; null if the portal or an operator
 * decides.
 */
export type TakeoverCompletion = { takeover: StoredTakeover; actor: AuditActor; actorId: string | null; now: number }

/**
 * Makes the person who started the takeover the owner. The address, all contracts and the access of all others end, and
 * the new owner does not see earlier faults. Specification 26.9.
 */
export async function completeTakeover(
  transaction: Transaction,
  { bus, recordReceipt }: Pick<Services, 'bus' | 'recordReceipt'>,
  { takeover, actor, actorId, now }: TakeoverCompletion,
): Promise<void> {
  const { gatewayId, personId } = takeover
  // Ends the takeover first. Otherwise the transfer would end it with the outcome `owner-changed`.
  await endTakeover(transaction, bus, { takeover, outcome: 'done', actor, actorId, now })
  await eraseAddressAndEndConsents(
    transaction,
    { bus, gatewayId, personId: actorId, now: new Date(now), recordReceipt },
    'taken-over',
  )
  await transferOwnership(
    transaction,
    { bus, recordReceipt },
    {
      gatewayId,
      successorId: personId,
      keptIds: [],
      sharesFaultHistory: false,
      contractsEndedBy: actorId,
      actorId,
      now,
    },
  )
}
