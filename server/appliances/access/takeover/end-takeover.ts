import type { AuditActor } from '#server/audit/audit-record.ts'
import { recordDoneAct } from '#server/audit/store.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { type StoredTakeover, type TakeoverOutcome, findOpenTakeoverByGateway, saveTakeoverOutcome } from './store.ts'

/**
 * The end of a takeover at `now` (epoch ms). `actorId` is the person who ended it; null if the portal or an operator
 * ended it.
 */
export type TakeoverEnd = {
  takeover: Pick<StoredTakeover, 'id' | 'gatewayId'>
  outcome: TakeoverOutcome
  actor: AuditActor
  actorId: string | null
  now: number
}

/** Ends a takeover within a transaction that has locked the holders of its appliance. */
export async function endTakeover(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { takeover, outcome, actor, actorId, now }: TakeoverEnd,
): Promise<void> {
  const { id, gatewayId } = takeover
  await saveTakeoverOutcome(transaction, { id, outcome, endedAt: new Date(now) })
  const action = outcome === 'done' ? 'takeover-done' : 'takeover-ended'
  const details = { takeover: id, reason: outcome }
  await recordDoneAct(transaction, { actor, personId: actorId, action, gatewayId, details, now })
  await publishServiceChange(transaction, bus, { gatewayId })
}

/** Ends the open takeover of an appliance, if there is one, because its owner changes or leaves. */
export async function endTakeoverOnOwnerChange(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { gatewayId, now }: { gatewayId: string; now: number },
): Promise<void> {
  const open = await findOpenTakeoverByGateway(transaction, gatewayId)
  const byPortal = { outcome: 'owner-changed', actor: 'portal', actorId: null, now } as const
  if (open) await endTakeover(transaction, bus, { takeover: open, ...byPortal })
}
