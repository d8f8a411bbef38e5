import { isOwner, visibleFaultsStartOf } from '#server/appliances/policy.ts'
import {
  type Holder,
  addOrReplaceHolder,
  lockGatewayAndReadHolders,
  removeHolder,
  restartVisiblePeriods,
} from '#server/appliances/store.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import { endAllContractsAndGrants } from '#server/service-changes/consents/consent-changes.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { endTakeoverOnOwnerChange } from './takeover/end-takeover.ts'
import { type PersonAccessChange, recordAccessChange } from './events/record-access-change.ts'
import { cancelUnansweredHandover } from './handover/store.ts'
import { deleteAllAccessRequests } from './requests/store.ts'
import { detachReadyAndDeleteOtherExports } from './store.ts'
import type { Services } from '#server/services.ts'

/** A transfer of the ownership of an appliance to `successorId`, at `now` (epoch ms). */
export type OwnershipTransfer = {
  gatewayId: string
  successorId: string
  /** The people whose access continues. The access of all others ends. */
  keptIds: readonly string[]
  sharesFaultHistory: boolean
  /**
   * The earlier owner, if this person ended the contracts by a hand-over or by agreeing to a takeover. Otherwise null.
   */
  contractsEndedBy: string | null
  /**
   * The person who caused the transfer: the new owner who accepted a hand-over, or the owner who agreed to a
   * takeover. Null if the portal or an operator caused the transfer.
   */
  actorId: string | null
  now: number
}

/**
 * Makes a person the owner, within the transaction of a hand-over or takeover. Ends contracts, consents, grants, open
 * hand-overs, takeovers and requests for access, and the access of everybody except `keptIds`. The address stays.
 *
 * For the new owner and the people in `keptIds`, the period that they can read begins now. With `sharesFaultHistory`,
 * the new owner also sees earlier faults. The earlier owner can still download the export files that are ready.
 * Simultaneous changes of the appliance's people wait for each other. Specification 26.7.
 * @throws Refusal `already-added` if the person is the owner
 */
export async function transferOwnership(
  transaction: Transaction,
  { bus, recordReceipt }: Pick<Services, 'bus' | 'recordReceipt'>,
  transfer: OwnershipTransfer,
): Promise<void> {
  const { gatewayId, successorId, keptIds, contractsEndedBy } = transfer
  const now = new Date(transfer.now)
  const holders = await lockGatewayAndReadHolders(transaction, gatewayId, transfer.now)
  const owner = holders.find(isOwner) ?? null
  if (owner?.personId === successorId) throw new Refusal('already-added')
  const others = holders.filter((holder) => holder !== owner && holder.personId !== successorId)
  await endTakeoverOnOwnerChange(transaction, bus, transfer)
  await cancelUnansweredHandover(transaction, gatewayId)
  await deleteAllAccessRequests(transaction, gatewayId)
  const reason = contractsEndedBy === null ? 'taken-over' : 'handed-over'
  const end = { bus, gatewayId, personId: contractsEndedBy, now, recordReceipt }
  await endAllContractsAndGrants(transaction, end, reason)
  if (owner) await endOwnership(transaction, bus, { ...transfer, owner })
  for (const { personId } of others.filter((other) => !keptIds.includes(other.personId))) {
    await removeHolder(transaction, gatewayId, personId)
    await recordAccessChange(transaction, bus, { ...changeOf(transfer), personId, kind: 'removed' })
  }
  await restartVisiblePeriods(transaction, { gatewayId, personIds: keptIds, now })
  const faultsSince = owner && transfer.sharesFaultHistory ? visibleFaultsStartOf(owner) : null
  const newHolding = {
    personId: successorId,
    gatewayId,
    addedAt: now,
    ownerSince: now,
    coOwnerSince: null,
    endsAt: null,
  }
  await addOrReplaceHolder(transaction, { ...newHolding, faultsSince })
  await recordAccessChange(transaction, bus, { ...changeOf(transfer), personId: successorId, kind: 'ownership-begun' })
}

async function endOwnership(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { owner, ...transfer }: OwnershipTransfer & { owner: Holder },
): Promise<void> {
  const { gatewayId } = transfer
  const { personId } = owner
  await detachReadyAndDeleteOtherExports(transaction, { gatewayId, personId })
  await removeHolder(transaction, gatewayId, personId)
  await recordAccessChange(transaction, bus, { ...changeOf(transfer), personId, kind: 'ownership-ended' })
}

/** The fields that all recorded changes of a transfer have in common. */
function changeOf({ gatewayId, actorId, now }: OwnershipTransfer): Omit<PersonAccessChange, 'personId' | 'kind'> {
  return { gatewayId, actorId, now, role: null, accessEndsAt: null }
}
