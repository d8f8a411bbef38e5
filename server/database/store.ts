import { type Queryable, execute, readRequiredRow } from './sql.ts'

/** Runs an empty statement. Resolves if the database answers, and rejects otherwise. */
export async function checkReachable(db: Queryable): Promise<void> {
  await execute(db)`select`
}

/** Deletes the counters of rate limits that expired before `now` (epoch milliseconds). */
export async function deleteExpiredRateLimitCounters(db: Queryable, now: number): Promise<void> {
  await execute(db)`delete from rate_limit where expire < ${now}`
}

/**
 * Creates the missing daily partitions of telemetry, from the day of `first` to the day of `last` (epoch
 * milliseconds, both included).
 */
export async function ensureDailyTelemetryPartitions(db: Queryable, first: number, last: number): Promise<void> {
  await execute(db)`
    select ensure_telemetry_days(
      (${new Date(first)}::timestamptz at time zone 'UTC')::date,
      (${new Date(last)}::timestamptz at time zone 'UTC')::date)`
}

/**
 * Creates the missing monthly partitions of telemetry for an import of past data, from the month of `first` to the
 * month of `last` (epoch milliseconds, both included).
 */
export async function ensureMonthlyTelemetryPartitions(db: Queryable, first: number, last: number): Promise<void> {
  await execute(db)`
    select ensure_telemetry_partitions(
      (${new Date(first)}::timestamptz at time zone 'UTC')::date,
      (${new Date(last)}::timestamptz at time zone 'UTC')::date)`
}

/** Reads when the last partition of telemetry ends. Returns null if there is no partition. */
export async function readTelemetryPartitionsEnd(db: Queryable): Promise<Date | null> {
  const { end } = await readRequiredRow<{ end: Date | null }>(db)`
    select max(
      (case when length(c.relname) = length('telemetry_YYYY_MM')
        then to_date(substr(c.relname, 11), 'YYYY_MM') + interval '1 month'
        else to_date(substr(c.relname, 11), 'YYYY_MM_DD') + interval '1 day' end) at time zone 'UTC'
    ) as end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'telemetry'::regclass and c.relname ~ '^telemetry_[0-9]{4}_[0-9]{2}(_[0-9]{2})?$'`
  return end
}
