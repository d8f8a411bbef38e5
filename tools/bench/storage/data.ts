import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type SimulatedValues, type SimulatedAppliance, simulateValues } from '#stand-ins/gateways/simulate-values.ts'
import { pseudoRandom } from '#stand-ins/gateways/pseudo-random.ts'

/**
 * The options of simulated reports: the number of gateways, the range of time in epoch ms, and the interval at which
 * each gateway reports all four units.
 */
export type SimulationOptions = { gateways: number; from: number; until: number; everyMs: number }

/** The paths of CSV files with the same reports as the table, one file for each unit. */
export type CsvPaths = Readonly<Record<keyof SimulatedValues, string>>

const units = ['status', 'heatCurve', 'hc1', 'dhw1'] as const
const types = ['BOILER', 'HP', 'HYBRID'] as const

/** The maximum error of a sensor, in kelvin. */
const noise = 0.1
/** The delay between the measurement and the receipt of a report, in milliseconds. */
const onTheWay = { min: 20, max: 400 }

/** Adds a random sensor error to the value. The same `words` result in the same error. */
function sensed(value: number, ...words: (string | number)[]): number {
  return Math.round((value + noise * (2 * pseudoRandom(...words) - 1)) * 10) / 10
}

function withNoise(
  { serial }: SimulatedAppliance,
  at: number,
  { heatCurve, hc1, dhw1, ...rest }: SimulatedValues,
): SimulatedValues {
  return {
    ...rest,
    heatCurve: {
      ...heatCurve,
      outdoorTemperature: sensed(heatCurve.outdoorTemperature, serial, 'outdoor noise', at),
      flowTemperature: sensed(heatCurve.flowTemperature, serial, 'flow noise', at),
    },
    hc1: { ...hc1, roomTemperature: sensed(hc1.roomTemperature, serial, 'room noise', at) },
    dhw1: { ...dhw1, temperature: sensed(dhw1.temperature, serial, 'water noise', at) },
  }
}

/**
 * Inserts the simulated reports into the table `telemetry`, and writes them to CSV files in `folder`. Returns the
 * number of reports and the paths of the files.
 */
export async function storeSimulatedReports(pool: Pool, folder: string, wanted: SimulationOptions) {
  const files = Object.fromEntries(units.map((unit) => [unit, path.join(folder, `${unit}.csv`)])) as CsvPaths
  const outputs = Object.fromEntries(units.map((unit) => [unit, createWriteStream(files[unit])])) as Record<
    (typeof units)[number],
    WriteStream
  >
  const { rows } = await pool.query<{ id: string }>('select id from gateway order by id limit $1', [wanted.gateways])
  await pool.query(`select ensure_telemetry_days(to_timestamp($1 / 1000.0)::date, to_timestamp($2 / 1000.0)::date)`, [
    wanted.from,
    wanted.until - 1,
  ])
  let reports = 0
  for (const [number, { id }] of rows.entries()) {
    const appliance: SimulatedAppliance = {
      serial: `house ${number}`,
      applianceType: types[number % types.length] ?? 'HP',
    }
    const client = await pool.connect()
    await pipeline(
      linesOf(appliance, id),
      client.query(copyFrom('copy telemetry (gateway_id, unit, ts, received_at, seq, payload) from stdin')),
    )
    client.release()
  }
  for (const output of Object.values(outputs)) await new Promise((done) => output.end(done))
  return { reports, files }

  async function* linesOf(appliance: SimulatedAppliance, id: string): AsyncGenerator<string> {
    for (let at = wanted.from; at < wanted.until; at += wanted.everyMs) {
      const values = withNoise(appliance, at, simulateValues(appliance, at))
      const late = Math.round(onTheWay.min + (onTheWay.max - onTheWay.min) * pseudoRandom(appliance.serial, 'late', at))
      const [ts, received] = [new Date(at).toISOString(), new Date(at + late).toISOString()]
      for (const unit of units) {
        reports += 1
        const line = [id, ts, received, ...csvValues(unit, values)].join(',')
        if (!outputs[unit].write(`${line}\n`)) await once(outputs[unit], 'drain')
        yield `${id}\t${unit}\t${ts}\t${received}\t0\t${JSON.stringify(values[unit])}\n`
      }
    }
  }
}

/**
 * Returns a value for each key of the unit, in the order of the columns. A value is empty if the appliance does not
 * report the key.
 */
function csvValues(unit: (typeof units)[number], values: SimulatedValues): unknown[] {
  if (unit !== 'heatCurve') return Object.values(values[unit]).map((value) => value ?? '')
  const { burnerModulation = '', compressorModulation = '', ...others } = values.heatCurve
  return [...Object.values(others), burnerModulation, compressorModulation]
}
