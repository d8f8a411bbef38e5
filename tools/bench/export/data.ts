import type { Pool } from 'pg'
import { datapoints } from '#contract/datapoints.ts'
import { connectionsEach } from '../list/data.ts'

/** A gateway of the list benchmark's data whose telemetry is exported. */
export type ReportedGateway = { gatewayId: string; personId: string; readings: number }

export const lastReport = '2026-11-20T00:00:00Z'

/** The readings in one report of all four units of a boiler. */
const readingsEach = 13
const stepMinutes = 5

/** Adds reports every five minutes until `lastReport`, with at least `readings` readings in total. */
export async function addReports(pool: Pool, number: number, readings: number): Promise<ReportedGateway> {
  const moments = Math.ceil(readings / readingsEach)
  await pool.query(
    `select ensure_telemetry_partitions(($1::timestamptz - $2 * interval '1 minute')::date, $1::timestamptz::date)`,
    [lastReport, moments * stepMinutes],
  )
  const { rows } = await pool.query<Omit<ReportedGateway, 'readings'>>(
    `select g.id as "gatewayId", c.person_id as "personId" from gateway g join connection c on c.gateway_id = g.id
     where g.id = uuid_of('g' || $1::int)`,
    [number],
  )
  if (!rows[0]) throw new Error(`There is no gateway ${number}`)
  await pool.query(
    `insert into telemetry select $1, unit, ts, ts + interval '1 second', n, payload
     from generate_series(0, $2::int - 1) n,
       lateral (select $3::timestamptz - n * $4::int * interval '1 minute') as moment (ts),
       lateral (values
         ('status', jsonb_build_object('gatewayStatus', case n % 3 when 0 then 'WORKING' else 'ONLINE' end,
           'heatDemand', n % 3 = 0, 'faultCode', null)),
         ('heatCurve', jsonb_build_object('outdoorTemperature', ${randomBetween(-10, 20)}, 'flowSetpoint', ${randomBetween(30, 60)},
           'flowTemperature', ${randomBetween(30, 60)}, 'burnerModulation', (random() * 100)::int)),
         ('hc1', jsonb_build_object('roomTemperature', ${randomBetween(17, 22)}, 'roomSetpoint', 21, 'operationMode', 'comfort')),
         ('dhw1', jsonb_build_object('temperature', ${randomBetween(40, 55)}, 'setpoint', 52, 'charging', n % 7 = 0))
       ) as report (unit, payload)`,
    [rows[0].gatewayId, moments, lastReport, stepMinutes],
  )
  return { ...rows[0], readings: moments * readingsEach }
}

function randomBetween(min: number, max: number): string {
  return `round((${min} + random() * ${max - min})::numeric, 1)`
}

/** Writes the readings of a gateway, in the form of the export, as rows of a table for the baseline. */
export async function expandReadings(pool: Pool, { gatewayId }: ReportedGateway): Promise<void> {
  const units = datapoints.map(({ id, values }) => `('${id}', '${values.type === 'number' ? values.unit : ''}')`)
  await pool.query(
    `create table reading as
     select to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts_utc, d.id as datapoint_id,
       value #>> '{}' as value, d.unit, 'good' as quality
     from telemetry t, jsonb_each(payload), lateral (values ${units.join(', ')}) as d (id, unit)
     where gateway_id = $1 and d.id = t.unit || '.' || key order by ts, d.id`,
    [gatewayId],
  )
  await pool.query('vacuum (analyze, freeze)')
}

/** The number of gateways in the list benchmark's data; each person has five. */
export const gateways = 10_000

/** The number of people who request lists at the same time. */
export const listReaders = Math.min(500, gateways / connectionsEach)
