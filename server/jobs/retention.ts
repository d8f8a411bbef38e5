import type { Pool } from 'pg'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import { dayMs } from '#contract/durations.ts'
import { storedAnswerLifetimeMs } from '#server/http/kept-answers/idempotent-request-runner.ts'
import { deleteExpiredAnswersOfPeople } from '#server/http/kept-answers/store.ts'
import { deleteOldAuditRecords } from '#server/audit/delete-old-audit-records.ts'
import { ensureDailyTelemetryPartitions } from '#server/database/store.ts'
import { changePartitionIfFree } from '#server/telemetry/packing/resolve-conflicts.ts'
import {
  type PartitionRow,
  readMonthPartitionsBefore,
  deleteLateReportsBefore,
  detachPartition,
  dropPartition,
  recordPartitionComplete,
  readPartitions,
} from '#server/telemetry/packing/store.ts'
import { timeRangeOfPartition } from '#server/telemetry/partition-range.ts'
import { deleteFaultChangesEndedBefore, deleteStatusChangesEndedBefore } from './store.ts'
import type { Services } from '#server/services.ts'

export type RetentionDependencies = Pick<Services, 'pool' | 'clock'>

/**
 * The number of days for which partitions are created in advance. Even if no jobs run for this time, new reports have a
 * partition.
 */
const daysAhead = 14

/**
 * Creates the next partitions of telemetry. Drops partitions that are older than the retention time, and deletes the
 * data derived from them. Deletes old audit records. Returns the names of the dropped partitions.
 */
export async function applyDataRetention({ pool, clock }: RetentionDependencies): Promise<string[]> {
  const now = clock.now()
  const keptSince = new Date(telemetryStoredSince(now))
  await ensureDailyTelemetryPartitions(pool, now - dayMs, now + daysAhead * dayMs)
  await deleteStatusChangesEndedBefore(pool, keptSince)
  await deleteFaultChangesEndedBefore(pool, keptSince)
  await deleteOldAuditRecords({ pool, clock })
  await deleteLateReportsBefore(pool, keptSince)
  return dropPartitionsBefore(pool, keptSince)
}

/**
 * Drops partitions that end before `moment`, and returns their names. A partition that is in use is skipped; the next
 * run drops it.
 */
async function dropPartitionsBefore(pool: Pool, moment: Date): Promise<string[]> {
  const old = (await readPartitions(pool)).filter(({ name }) => timeRangeOfPartition(name).until <= moment.getTime())
  const days = await readMonthPartitionsBefore(pool, moment)
  const months = await readMonthPartitionsBefore(pool, moment, 'telemetry_month')
  const droppedTables: string[] = []
  for (const partition of old) if (await dropSoon(pool, 'telemetry', partition)) droppedTables.push(partition.name)
  for (const partition of days) if (await dropSoon(pool, 'telemetry_day', partition)) droppedTables.push(partition.name)
  for (const partition of months)
    if (await dropSoon(pool, 'telemetry_month', partition)) droppedTables.push(partition.name)
  return droppedTables
}

type Partition = Pick<PartitionRow, 'name' | 'isDetaching'>

async function dropSoon(
  pool: Pool,
  parent: 'telemetry' | 'telemetry_day' | 'telemetry_month',
  partition: Partition,
): Promise<boolean> {
  await recordPartitionComplete(pool, partition.name)
  if (!(await changePartitionIfFree(detachPartition(pool, parent, partition)))) return false
  await dropPartition(pool, partition.name)
  return true
}

const deletedAtOnce = 10_000

/** Deletes expired answers of POST requests in batches. Returns their number. Specification 13.11. */
export async function deleteAllExpiredAnswersOfPeople({ pool, clock }: RetentionDependencies): Promise<number> {
  const until = new Date(clock.now() - storedAnswerLifetimeMs)
  let deletedCount = 0
  for (;;) {
    const count = await deleteExpiredAnswersOfPeople(pool, until, deletedAtOnce)
    deletedCount += count
    if (count < deletedAtOnce) return deletedCount
  }
}
