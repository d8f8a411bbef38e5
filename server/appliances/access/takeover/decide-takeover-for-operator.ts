import { lockGatewayAndReadHolders } from '#server/appliances/store.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { endTakeover } from './end-takeover.ts'
import { isOwnerUnchanged } from './policy.ts'
import { findOpenTakeoverByGateway, findTakeoverById } from './store.ts'
import { completeTakeover } from './complete-takeover.ts'
import type { Services } from '#server/services.ts'

export type TakeoverDecisionParameters = Pick<Services, 'pool' | 'bus' | 'clock' | 'recordReceipt'> & {
  takeoverId: string
  decision: 'grant' | 'refuse'
}

/**
 * The result of a decision:
 * - `done`: the takeover is granted or refused.
 * - `unknown`: no takeover has this id.
 * - `not-proven`: the person has not passed the trial.
 * - `over`: a grant is not possible because the takeover is done or cancelled, or a refusal because it has ended in
 *   any way.
 * - `owner-changed`: since the takeover started, the appliance has got another owner, or none.
 * - `other-open`: another takeover of the appliance is open.
 */
export type TakeoverDecisionOutcome = 'done' | 'unknown' | 'not-proven' | 'over' | 'owner-changed' | 'other-open'

/**
 * Grants or refuses a takeover on behalf of an operator. A grant is also possible after the owner has objected or has
 * not agreed. Specification 26.9.
 */
export async function decideTakeoverForOperator(dispute: TakeoverDecisionParameters): Promise<TakeoverDecisionOutcome> {
  return inTransaction(dispute.pool, async (transaction) => {
    const storedTakeover = await findTakeoverById(transaction, dispute.takeoverId)
    if (!storedTakeover) return 'unknown'
    return decideWithin(transaction, dispute, storedTakeover.gatewayId)
  })
}

async function decideWithin(
  transaction: Transaction,
  { bus, clock, recordReceipt, takeoverId, decision }: TakeoverDecisionParameters,
  gatewayId: string,
): Promise<TakeoverDecisionOutcome> {
  const now = clock.now()
  const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
  // Reads the takeover again, because it may have ended before the lock.
  const takeover = await findTakeoverById(transaction, takeoverId)
  if (!takeover) return 'unknown'
  const byOperator = { takeover, actor: 'operator', actorId: null, now } as const
  if (decision === 'refuse') {
    if (takeover.outcome !== null) return 'over'
    await endTakeover(transaction, bus, { ...byOperator, outcome: 'refused' })
    return 'done'
  }
  if (takeover.outcome === 'done' || takeover.outcome === 'cancelled') return 'over'
  if (takeover.provenAt === null) return 'not-proven'
  if (!isOwnerUnchanged(takeover, holders)) return 'owner-changed'
  const open = await findOpenTakeoverByGateway(transaction, gatewayId)
  if (open && open.id !== takeoverId) return 'other-open'
  await completeTakeover(transaction, { bus, recordReceipt }, byOperator)
  return 'done'
}
