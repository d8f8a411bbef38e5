import { Refusal } from '#server/http/refusals.ts'
import { mayEditService } from './policy.ts'
import { type Tx, lockHolders } from './store.ts'

/**
 * Lets nobody but the owner go on, and nobody else change the appliance until the transaction ends. Specification 6.
 * @throws Refusal `not-found` to who does not have it, `not-owner` to a viewer
 */
export async function lockAsOwner(transaction: Tx, gatewayId: string, personId: string): Promise<void> {
  const holders = await lockHolders(transaction, gatewayId)
  const holder = holders.find((one) => one.personId === personId)
  if (!holder) throw new Refusal('not-found')
  if (!mayEditService(holder)) throw new Refusal('not-owner')
}
