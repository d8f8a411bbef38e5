import type { Pool } from 'pg'
import { minuteMs } from '#contract/durations.ts'
import { datapoints } from '#contract/datapoints.ts'
import { historyEnd, insertReportsStatement } from '../history/data.ts'
import { connectionsPerPerson, type GatewayWithOwner, readGatewayWithOwner } from '../list/data.ts'

/**
 * A gateway from the data of the list benchmark, whose telemetry is exported. `readings`: the number of its readings.
 */
export type ExportedGateway = GatewayWithOwner & { readings: number }

/** The number of readings in the reports of all four units of a boiler at one time. */
const readingsEach = 13
const stepMinutes = 5

/**
 * Inserts reports every five minutes until `historyEnd` for the gateway with this number. The reports have at least
 * `readings` readings in total.
 */
export async function insertReportsForExport(pool: Pool, number: number, readings: number): Promise<ExportedGateway> {
  const moments = Math.ceil(readings / readingsEach)
  await pool.query(
    `select ensure_telemetry_partitions(($1::timestamptz - $2 * interval '1 minute')::date, $1::timestamptz::date)`,
    [historyEnd, moments * stepMinutes],
  )
  const gateway = await readGatewayWithOwner(pool, number)
  const since = new Date(Date.parse(historyEnd) - moments * stepMinutes * minuteMs)
  await pool.query(insertReportsStatement, [gateway.gatewayId, moments, historyEnd, since])
  return { ...gateway, readings: moments * readingsEach }
}

/** Writes the readings of a gateway to a table for the baseline. The table has the columns of the exported file. */
export async function createReadingTable(pool: Pool, { gatewayId }: ExportedGateway): Promise<void> {
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

/** The number of gateways in the database. Each person has five gateways. */
export const exportGatewayCount = 10_000

/** The number of people whose lists are requested during the benchmark. */
export const listReaderCount = Math.min(500, exportGatewayCount / connectionsPerPerson)
