import type { Pool } from 'pg'
import { telemetryKeptSince } from '#contract/telemetry.ts'
import type { Clock } from '#server/clock.ts'
import { answersKeptMs } from '#server/http/kept-answers/kept-answers.ts'
import { deleteExpiredAnswers } from '#server/http/kept-answers/store.ts'
import { keepAudit } from '#server/audit/retention.ts'
import { ensureTelemetryDays } from '#server/database/store.ts'
import { isFree } from '#server/telemetry/packing/conflicts.ts'
import {
  type PartitionRow,
  dayPartitionsBefore,
  deleteLateBefore,
  detachPartition,
  dropPartition,
  hasTelemetry,
  noteComplete,
  readPartitions,
} from '#server/telemetry/packing/store.ts'
import { rangeOf } from '#server/telemetry/partitions.ts'
import { deleteFaultChanges, deleteStatusChanges } from './store.ts'

export type RetentionDependencies = { pool: Pool; clock: Clock }

/** So that reports find their partition even if no jobs run for that long. */
const daysAhead = 14

/** Reports come up to 24 hours ahead of their time: months that begin later are empty. */
const emptyAfterDays = 3

const dayMs = 86_400_000

/**
 * Makes the coming partitions of the telemetry and drops those that are kept no more, with what was learnt from them, and
 * deletes audit records that are too old. Answers the dropped partitions of what is older.
 */
export async function keepTelemetry({ pool, clock }: RetentionDependencies): Promise<string[]> {
  const now = clock.now()
  const keptSince = new Date(telemetryKeptSince(now))
  await replaceComingMonths(pool, now)
  await ensureTelemetryDays(pool, now - dayMs, now + daysAhead * dayMs)
  await deleteStatusChanges(pool, keptSince)
  await deleteFaultChanges(pool, keptSince)
  await keepAudit({ pool, clock })
  await deleteLateBefore(pool, keptSince)
  return dropPartitionsBefore(pool, keptSince)
}

/** The release before makes partitions for months: those that have not begun make room for days. */
async function replaceComingMonths(pool: Pool, now: number): Promise<void> {
  for (const partition of await readPartitions(pool)) {
    const { from, until } = rangeOf(partition.name)
    if (until - from > dayMs && from > now + emptyAfterDays * dayMs && !(await hasTelemetry(pool, { from, until })))
      await dropSoon(pool, 'telemetry', partition)
  }
}

/** Answers those of which nobody keeps the drop waiting; the next run drops the others. */
async function dropPartitionsBefore(pool: Pool, moment: Date): Promise<string[]> {
  const old = (await readPartitions(pool)).filter(({ name }) => rangeOf(name).until <= moment.getTime())
  const days = await dayPartitionsBefore(pool, moment)
  const dropped: string[] = []
  for (const partition of old) if (await dropSoon(pool, 'telemetry', partition)) dropped.push(partition.name)
  for (const partition of days) if (await dropSoon(pool, 'telemetry_day', partition)) dropped.push(partition.name)
  return dropped
}

type Partition = Pick<PartitionRow, 'name' | 'isDetaching'>

async function dropSoon(pool: Pool, parent: 'telemetry' | 'telemetry_day', partition: Partition): Promise<boolean> {
  await noteComplete(pool, partition.name)
  if (!(await isFree(detachPartition(pool, parent, partition)))) return false
  await dropPartition(pool, partition.name)
  return true
}

const deletedAtOnce = 10_000

/** Deletes the kept answers of POST requests that have expired, some at a time. Answers how many. Specification 13.11. */
export async function deleteOldAnswers({ pool, clock }: RetentionDependencies): Promise<number> {
  const until = new Date(clock.now() - answersKeptMs)
  let deleted = 0
  for (;;) {
    const count = await deleteExpiredAnswers(pool, until, deletedAtOnce)
    deleted += count
    if (count < deletedAtOnce) return deleted
  }
}
