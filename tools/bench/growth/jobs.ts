import type { Pool } from 'pg'
import { createPostgresBus } from '#server/bus/postgres.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { rollUpTelemetry } from '#server/jobs/rollup.ts'
import { markSilent } from '#server/jobs/silence.ts'
import { silentLog } from '#server/log.ts'

export type JobSeconds = Record<'rollup for the first time' | 'rollup' | 'silence', number>

/** How long the jobs take where there is nothing to do: all gateways have just been heard, and none has measured anything. */
export async function secondsOfJobs(url: string): Promise<JobSeconds> {
  const { pool, close } = openDatabase(url, { statementWithinMs: 0 })
  const bus = createPostgresBus({ url, log: silentLog })
  const clock = systemClock
  await pool.query(`update gateway_status set last_seen_at = now() - interval '3 minutes'`)
  const took = {
    'rollup for the first time': await secondsOf(() => rollUpTelemetry({ pool, clock })),
    rollup: await secondsOf(() => rollUpTelemetry({ pool, clock })),
    silence: await secondsOf(() => markSilent({ pool, bus, clock })),
  }
  await bus.close()
  await close()
  return took
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** Puts so many rows of reports of this month into the table, of the gateways that are registered. */
export async function fillReports(pool: Pool, rows: number): Promise<void> {
  const gateways = await pool.query<{ count: number }>('select count(*)::int as count from gateway')
  const each = Math.ceil(rows / (gateways.rows[0]?.count ?? 1))
  await pool.query(`select ensure_telemetry_partitions((now() - interval '20 days')::date, now()::date)`)
  await pool.query(
    `insert into telemetry
     select g.id, 'hc1', at, at, n, '{"roomTemperature": 21.5, "roomSetpoint": 21, "operationMode": "comfort"}'
     from gateway g, generate_series(1, $1::int) n,
       lateral (select date_trunc('day', now()) - n * (interval '20 days' / $1::int)) as moment (at)`,
    [each],
  )
  await pool.query('vacuum (analyze)')
}
