import type { Pool } from 'pg'
import { telemetryKeptSince } from '#contract/telemetry.ts'
import type { Clock } from '#server/clock.ts'
import { answersKeptMs } from '#server/http/kept-answers/kept-answers.ts'
import { deleteExpiredAnswers } from '#server/http/kept-answers/store.ts'
import { keepAudit } from '#server/audit/retention.ts'
import { ensureTelemetryPartitions } from '#server/database/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deleteFaultChanges, deleteStatusChanges, dropPartition, partitionsBefore } from './store.ts'

export type RetentionDependencies = { pool: Pool; clock: Clock }

/** So that reports find their place even if no jobs run for that long. */
const monthsAhead = 3

/** A reader of old telemetry may finish; the next run tries again. */
const waitForReadersMs = 5_000

/**
 * Makes the coming partitions of the telemetry and drops the months that are kept no more, with what was learnt from
 * them, and deletes audit records that are too old. Answers the dropped partitions.
 */
export async function keepTelemetry({ pool, clock }: RetentionDependencies): Promise<string[]> {
  const keptSinceMs = telemetryKeptSince(clock.now())
  await ensureTelemetryPartitions(pool, keptSinceMs, monthAhead(clock.now()))
  const keptSince = new Date(keptSinceMs)
  await deleteStatusChanges(pool, keptSince)
  await deleteFaultChanges(pool, keptSince)
  await keepAudit({ pool, clock })
  const dropped = await partitionsBefore(pool, keptSince)
  for (const name of dropped) {
    await inTransaction(pool, async (transaction) => dropPartition(transaction, name, waitForReadersMs))
  }
  return dropped
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

function monthAhead(now: number): number {
  const moment = new Date(now)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsAhead)
}
