import { maxOpenAccessRequests, accessRequestValidDays } from '#contract/access.ts'
import { dayMs } from '#contract/durations.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { publishAccessChange } from './events/record-access-change.ts'
import { insertAccessEvent } from './events/store.ts'
import { upsertAccessRequest, readOpenAccessRequests } from './requests/store.ts'

/**
 * Stores a person's request that the owner gives them access to the appliance. Does nothing if the person already has
 * an open request. Call it after the transaction has locked the holders of the appliance. Specification 26.12.
 *
 * @throws Refusal `request-limit` if the appliance has the maximum number of open requests
 */
export async function requestAccessFromOwner(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { gatewayId, personId, now }: { gatewayId: string; personId: string; now: number },
): Promise<void> {
  const open = await readOpenAccessRequests(transaction, gatewayId, now)
  if (open.some((request) => request.personId === personId)) return
  if (open.length >= maxOpenAccessRequests) throw new Refusal('request-limit')
  const [createdAt, expiresAt] = [new Date(now), new Date(now + accessRequestValidDays * dayMs)]
  await upsertAccessRequest(transaction, { gatewayId, personId, createdAt, expiresAt })
  const changeBase = { gatewayId, personId, role: null, accessEndsAt: null, actorId: personId } as const
  await insertAccessEvent(transaction, { ...changeBase, kind: 'requested', dueAt: createdAt })
  await insertAccessEvent(transaction, { ...changeBase, kind: 'request-end', dueAt: expiresAt })
  const activity = { kind: 'access-requested', actor: 'person', details: {} } as const
  await recordActivity(transaction, { ...activity, personId, gatewayId, now })
  await publishAccessChange(transaction, bus, gatewayId)
}
