import { type Queryable, execute, sql } from './sql.ts'

/** Resolves once the database answers, rejects when it does not. */
export async function isReachable(db: Queryable): Promise<void> {
  await execute(db, sql`select`)
}

/** Forgets counters of attempts whose time is over. `now` in epoch milliseconds. */
export async function cleanRateLimits(db: Queryable, now: number): Promise<void> {
  await execute(db, sql`delete from rate_limit where expire < ${now}`)
}

/** Makes the partitions for the months from `first` to `last` (epoch milliseconds), inclusive. */
export async function ensureTelemetryPartitions(db: Queryable, first: number, last: number): Promise<void> {
  await execute(
    db,
    sql`
      select ensure_telemetry_partitions(
        (${new Date(first)}::timestamptz at time zone 'UTC')::date,
        (${new Date(last)}::timestamptz at time zone 'UTC')::date)`,
  )
}
