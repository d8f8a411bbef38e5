import type { Kysely } from 'kysely'
import { telemetryKeptMonths } from '#contract/telemetry.ts'
import type { Clock } from '#server/clock.ts'
import type { Tables } from '#server/database/tables.ts'
import { deleteStatusChanges, dropPartition, ensurePartitions, partitionsBefore } from './store.ts'

export type RetentionParts = { db: Kysely<Tables>; clock: Clock }

/** So that reports find their place even if no jobs run for that long. */
const monthsAhead = 3

/** A reader of old telemetry may finish; the next run tries again. */
const waitForReadersMs = 5_000

/**
 * Makes the coming partitions of the telemetry and drops months that ended 24 months ago, with what was learnt from
 * them. Answers the dropped ones.
 */
export async function keepTelemetry({ db, clock }: RetentionParts): Promise<string[]> {
  const oldest = inMonths(clock.now(), -telemetryKeptMonths)
  await ensurePartitions(db, oldest, inMonths(clock.now(), monthsAhead))
  await deleteStatusChanges(db, oldest)
  const dropped = await partitionsBefore(db, oldest)
  for (const name of dropped) await dropPartition(db, name, waitForReadersMs)
  return dropped
}

function inMonths(now: number, months: number): Date {
  const moment = new Date(now)
  moment.setUTCMonth(moment.getUTCMonth() + months)
  return moment
}
