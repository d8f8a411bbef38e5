import type { Pool } from 'pg'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { type GatewayWithOwner, readGatewayWithOwner } from '../list/data.ts'

export const historyEnd = '2026-11-20T00:00:00Z'
const unitsEach = 4
export const historyStart = '2024-12-01T00:00:00Z'

/** Packs and merges the days that have ended at `now` (epoch ms), as the role `jobs` does. Returns their number. */
export async function packTelemetryAt(pool: Pool, now: number): Promise<number> {
  return packAndMergeTelemetry({ pool, clock: { now: () => now }, onDamaged: throwError })
}

/** Throws the error of a packed day that cannot be read. */
export function throwError({ error }: { error: unknown }): never {
  throw error
}

type HistorySize = { number: number; reports: number; statusChanges: number; since?: string }

/**
 * Inserts reports and status changes of one gateway, evenly spread from `since` (by default the start of the
 * retention) until `historyEnd`. Then packs the days that have ended, as the role `jobs` does.
 */
export async function insertHistory(
  pool: Pool,
  { number, reports, statusChanges, since = historyStart }: HistorySize,
): Promise<GatewayWithOwner> {
  await pool.query(
    `select ensure_telemetry_days(($2::timestamptz - interval '19 days')::date, $2::timestamptz::date),
       ensure_telemetry_partitions($1::timestamptz::date, ($2::timestamptz - interval '20 days')::date)`,
    [since, historyEnd],
  )
  const gateway = await readGatewayWithOwner(pool, number)
  const { gatewayId } = gateway
  await pool.query(`update connection set owner_since = '2020-01-01', added_at = '2020-01-01' where gateway_id = $1`, [
    gatewayId,
  ])
  const moments = Math.ceil(reports / unitsEach)
  await pool.query(insertReportsStatement, [gatewayId, moments, historyEnd, since])
  await pool.query(insertChanges, [gatewayId, statusChanges, historyEnd, since])
  await pool.query('update gateway_status set last_seen_at = $2 where gateway_id = $1', [gatewayId, historyEnd])
  await packTelemetryAt(pool, Date.parse(historyEnd))
  return gateway
}

/** A statement that inserts the reports of gateway $1 at $2 times, evenly spread between $4 and $3. */
export const insertReportsStatement = `
  insert into telemetry
  select $1, unit, ts, ts + interval '1 second', n, payload
  from generate_series(1, $2::int) n,
    lateral (select greatest($4, $3::timestamptz - n * (($3::timestamptz - $4::timestamptz) / $2::int))) as moment (ts),
    lateral (values
      ('status', jsonb_build_object('gatewayStatus', 'WORKING', 'heatDemand', n % 3 = 0, 'faultCode', null)),
      ('heatCurve', jsonb_build_object('outdoorTemperature', ${randomBetween(-10, 20)}, 'flowSetpoint', ${randomBetween(30, 60)},
        'flowTemperature', ${randomBetween(30, 60)}, 'burnerModulation', (random() * 100)::int)),
      ('hc1', jsonb_build_object('roomTemperature', ${randomBetween(17, 22)}, 'roomSetpoint', 21, 'operationMode', 'comfort')),
      ('dhw1', jsonb_build_object('temperature', ${randomBetween(40, 55)}, 'setpoint', 52, 'charging', n % 7 = 0))
    ) as report (unit, payload)`

const insertChanges = `
  insert into status_change (gateway_id, at, status)
  select $1, $3::timestamptz - n * (($3::timestamptz - $4::timestamptz) / $2::int),
    case n % 2 when 0 then 'WORKING' else 'ONLINE' end
  from generate_series(1, $2::int) n`

function randomBetween(min: number, max: number): string {
  return `round((${min} + random() * ${max - min})::numeric, 1)`
}
