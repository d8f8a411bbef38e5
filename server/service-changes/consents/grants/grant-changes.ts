import type { ConsentEndReason } from '#contract/receipts.ts'
import { type NewActivity, recordActivity } from '#server/audit/record-activity.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { SharingConsentText } from '../receipt-recorder.ts'
import {
  type EndedGrant,
  type GrantsToEnd,
  type NewGrant,
  insertGrant,
  lockAppliancesOfGrants,
  readProgramName,
  saveGrantEnds,
  saveTestGrantEnd,
} from './store.ts'
import type { Services } from '#server/services.ts'

// A change of a consent to share data must use a function of this file, which also records the receipt and the
// activity, and wakes the job that writes the event log. Changes for test appliances have no receipt and no activity.

type GrantChangeDependencies = Pick<Services, 'bus' | 'recordReceipt'>

/**
 * Stores the consent of a person to share an appliance with a third party. If the person already shares that
 * appliance with the third party, the new consent replaces the open one. `shown`: the text that the page showed, or
 * null if the page sent no digest of the text. Specification 27.3.
 */
export async function storeGrantWithReceipt(
  transaction: Transaction,
  { bus, recordReceipt }: GrantChangeDependencies,
  { shown, ...grant }: NewGrant & { shown: SharingConsentText | null },
): Promise<void> {
  const { personId, applianceId: gatewayId, clientId, createdAt: now } = grant
  const earlier = { personId, applianceId: gatewayId, clientId }
  await lockAppliancesOfGrants(transaction, earlier)
  const before = await saveGrantEnds(transaction, earlier, now)
  const grantId = await insertGrant(transaction, grant)
  await bus.publish(transaction, [{ kind: 'partner-changes' }])
  if (grant.isTest) return
  for (const { id } of before)
    await recordReceipt(transaction, { grantId: id, now, kind: 'withdrawn', reason: 'amended' })
  await recordReceipt(transaction, { grantId, now, kind: 'given', shown })
  const kind = before.length === 0 ? 'sharing-given' : 'sharing-changed'
  const details = { program: await readProgramName(transaction, clientId) }
  await recordActivity(transaction, { kind, actor: 'person', personId, gatewayId, details, now: now.getTime() })
}

/**
 * The reason and the cause of the end of grants. `actor`: a person, the portal, or the third party itself (`company`).
 */
export type GrantEndCause = GrantChangeDependencies &
  Pick<NewActivity, 'actor' | 'personId'> & { reason: ConsentEndReason; now: Date }

/**
 * Ends the open grants among `which`. Records their receipts and activity, except for test appliances. Returns the
 * ended grants.
 */
export async function endGrants(
  transaction: Transaction,
  { bus, recordReceipt, now, reason, ...who }: GrantEndCause,
  which: GrantsToEnd,
): Promise<EndedGrant[]> {
  await lockAppliancesOfGrants(transaction, which)
  const endedGrants = await saveGrantEnds(transaction, which, now)
  if (endedGrants.length > 0) await bus.publish(transaction, [{ kind: 'partner-changes' }])
  for (const { id: grantId, gatewayId, program } of endedGrants) {
    if (gatewayId === null) continue
    await recordReceipt(transaction, { grantId, now, kind: 'withdrawn', reason })
    const entry = { ...who, kind: 'sharing-ended', gatewayId, details: { program }, now: now.getTime() } as const
    await recordActivity(transaction, entry)
  }
  return endedGrants
}

/**
 * Ends the open grant of a client for a test appliance, without a receipt and an activity. Returns false if the client
 * has no such grant.
 */
export async function endGrantOfTestAppliance(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  grant: { grantId: string; clientId: string; now: Date },
): Promise<boolean> {
  const isEnded = await saveTestGrantEnd(transaction, grant)
  if (isEnded) await bus.publish(transaction, [{ kind: 'partner-changes' }])
  return isEnded
}
