import { activityRetentionMonths } from '#contract/activity.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { deleteAuditRecordsBefore } from './store.ts'

/**
 * Deletes the audit records that are older than 12 months, which includes those of activities. Returns the number of
 * deleted records.
 */
export async function deleteOldAuditRecords({ pool, clock }: { pool: Queryable; clock: Clock }): Promise<number> {
  const now = new Date(clock.now())
  const keptSince = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - activityRetentionMonths, now.getUTCDate())
  return deleteAuditRecordsBefore(pool, new Date(keptSince))
}
