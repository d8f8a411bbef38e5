import { transferOwnership } from '#server/appliances/access/ownership.ts'
import type { Actor } from '#server/audit/record.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { endService } from '#server/service-changes/consents/consents.ts'
import type { RecordReceipt } from '#server/service-changes/consents/receipts.ts'
import { endTakeover } from './end-takeover.ts'
import type { StoredTakeover } from './store.ts'

/** A takeover and by whom it is completed. `actorId`: the owner who agreed, null for the portal. `now` in epoch ms. */
export type Completion = { takeover: StoredTakeover; actor: Actor; actorId: string | null; now: number }

/**
 * Makes the person who took over the owner. Nothing from before is kept: no address, no contract, no other people, no
 * faults. Specification 26.9.
 */
export async function completeTakeover(
  transaction: Transaction,
  { bus, recordReceipt }: { bus: Pick<Bus, 'publish'>; recordReceipt: RecordReceipt },
  { takeover, actor, actorId, now }: Completion,
): Promise<void> {
  const { gatewayId, personId } = takeover
  // Before the transfer, which ends a takeover that is still open.
  await endTakeover(transaction, bus, { takeover, outcome: 'done', actor, actorId, now })
  await endService(transaction, { gatewayId, personId: actorId, now: new Date(now), recordReceipt }, 'taken-over')
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
