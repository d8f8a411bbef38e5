import type { Pool } from 'pg'

/** Inserts about `rows` reports of the last 20 days, spread over the registered gateways. */
export async function insertRecentReports(pool: Pool, rows: number): Promise<void> {
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
