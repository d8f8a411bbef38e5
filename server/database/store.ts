import { type Queryable, execute, readOne, sql } from './sql.ts'

/** Resolves if the database answers, otherwise rejects. */
export async function isReachable(db: Queryable): Promise<void> {
  await execute(db, sql`select`)
}

/** Deletes expired counters of attempts. `now` in epoch milliseconds. */
export async function deleteExpiredRateLimits(db: Queryable, now: number): Promise<void> {
  await execute(db, sql`delete from rate_limit where expire < ${now}`)
}

/** Makes the partitions of telemetry for the days from `first` to `last` (epoch milliseconds), inclusive, that are missing. */
export async function ensureTelemetryDays(db: Queryable, first: number, last: number): Promise<void> {
  await execute(
    db,
    sql`
      select ensure_telemetry_days(
        (${new Date(first)}::timestamptz at time zone 'UTC')::date,
        (${new Date(last)}::timestamptz at time zone 'UTC')::date)`,
  )
}

/** Makes missing partitions by month, for an import of past data. */
export async function ensureTelemetryPartitions(db: Queryable, first: number, last: number): Promise<void> {
  await execute(
    db,
    sql`
      select ensure_telemetry_partitions(
        (${new Date(first)}::timestamptz at time zone 'UTC')::date,
        (${new Date(last)}::timestamptz at time zone 'UTC')::date)`,
  )
}

/** The end of the last telemetry partition; null if there is none. */
export async function readPartitionsEnd(db: Queryable): Promise<Date | null> {
  const { end } = await readOne(
    db,
    sql<{ end: Date | null }>`
      select max(
        (case when length(c.relname) = length('telemetry_YYYY_MM')
          then to_date(substr(c.relname, 11), 'YYYY_MM') + interval '1 month'
          else to_date(substr(c.relname, 11), 'YYYY_MM_DD') + interval '1 day' end) at time zone 'UTC'
      ) as end
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'telemetry'::regclass and c.relname ~ '^telemetry_[0-9]{4}_[0-9]{2}(_[0-9]{2})?$'`,
  )
  return end
}
