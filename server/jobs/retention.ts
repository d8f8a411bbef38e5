import type { Kysely } from 'kysely'
import { telemetryKeptSince } from '#contract/telemetry.ts'
import type { Clock } from '#server/clock.ts'
import type { Tables } from '#server/database/tables.ts'
import { deleteStatusChanges, dropPartition, ensurePartitions, partitionsBefore } from './store.ts'

export type RetentionParts = { db: Kysely<Tables>; clock: Clock }

/** So that reports find their place even if no jobs run for that long. */
const monthsAhead = 3

/** A reader of old telemetry may finish; the next run tries again. */
const waitForReadersMs = 5_000

/**
 * Makes the coming partitions of the telemetry and drops the months that are kept no more, with what was learnt from
 * them. Answers the dropped ones.
 */
export async function keepTelemetry({ db, clock }: RetentionParts): Promise<string[]> {
  const keptSince = new Date(telemetryKeptSince(clock.now()))
  await ensurePartitions(db, keptSince, monthAhead(clock.now()))
  await deleteStatusChanges(db, keptSince)
  const dropped = await partitionsBefore(db, keptSince)
  for (const name of dropped) await dropPartition(db, name, waitForReadersMs)
  return dropped
}

function monthAhead(now: number): Date {
  const moment = new Date(now)
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsAhead))
}
