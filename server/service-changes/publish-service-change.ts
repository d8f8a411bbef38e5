import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { increaseServiceSeq, type ServiceChange } from './store.ts'

/**
 * Increases the `seq` of the service settings for all people who see the change, and updates their open pages. A
 * transaction that changes an address, a contract, a grant or a name must call this function after the change.
 * Specification 14.3.
 */
export async function publishServiceChange(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  change: ServiceChange,
): Promise<void> {
  await increaseServiceSeq(transaction, change)
  await bus.publish(transaction, [{ kind: 'service', ...change }])
}
