import { transferOwnership } from '#server/appliances/access/ownership.ts'
import { endService } from '#server/appliances/store.ts'
import type { Actor } from '#server/audit/record.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { endTakeover } from './end-takeover.ts'
import type { StoredTakeover } from './store.ts'

/** By whom a takeover is completed. `actorId`: the owner who agreed, null for the portal. `now` in epoch ms. */
export type Completion = { takeover: StoredTakeover; actor: Actor; actorId: string | null; now: number }

/**
 * Makes the person who took over the owner. Nothing from before is kept: no address, no contract, no other people, no
 * faults. Specification 26.9.
 */
export async function completeTakeover(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { takeover, actor, actorId, now }: Completion,
): Promise<void> {
  const { gatewayId, personId } = takeover
  // Before the transfer, which ends a takeover that is still open.
  await endTakeover(transaction, bus, { takeover, outcome: 'done', actor, actorId, now })
  await endService(transaction, { gatewayId, personId: actorId, now: new Date(now) })
  await transferOwnership(transaction, bus, {
    gatewayId,
    successorId: personId,
    keptIds: [],
    sharesFaultHistory: false,
    contractsEndedBy: actorId,
    actorId,
    now,
  })
}
