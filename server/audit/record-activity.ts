import type { ActivityEntry, ActivityKind, ActivityPerson } from '#contract/activity.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { AuditActor } from './audit-record.ts'
import { recordDoneAct } from './store.ts'

/** The details of an activity as the database stores them: an id instead of a person. */
type Stored<Details> = {
  [Name in keyof Details]: Details[Name] extends ActivityPerson | undefined ? string : Details[Name]
}

type KindWithDetails = {
  [Kind in ActivityKind]: { kind: Kind; details: Stored<Extract<ActivityEntry, { kind: Kind }>['details']> }
}[ActivityKind]

/**
 * An event of an appliance to record as activity. `personId` is the person who acted; null if the portal or a company
 * acted. `now` in epoch ms.
 */
export type NewActivity = KindWithDetails & {
  actor: Exclude<AuditActor, 'operator'>
  personId: string | null
  gatewayId: string
  now: number
}

/**
 * Inserts an audit record that is also an entry of the appliance's activity. The caller passes the transaction of the
 * change. The transaction must also publish a service change, so that open pages load the new entry. Specification
 * 26.8.
 */
export async function recordActivity(
  transaction: Transaction,
  { kind, actor, personId, gatewayId, details, now }: NewActivity,
): Promise<void> {
  await recordDoneAct(transaction, { actor, action: kind, personId, gatewayId, details, now })
}
