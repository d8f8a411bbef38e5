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

/** Inserts the simulated reports into the table `telemetry`. Returns their number. */
export async function insertSimulatedReports(pool: Pool, simulation: SimulationOptions): Promise<number> {
  const { gateways, from, until, everyMs } = simulation
  const { rows } = await pool.query<{ id: string }>('select id from gateway order by id limit $1', [gateways])
  await pool.query(`select ensure_telemetry_days(to_timestamp($1 / 1000.0)::date, to_timestamp($2 / 1000.0)::date)`, [
    from,
    until - 1,
  ])
  let reports = 0
  for (const [number, { id }] of rows.entries()) {
    const client = await pool.connect()
    const copy = copyFrom('copy telemetry (gateway_id, unit, ts, received_at, seq, payload) from stdin')
    await pipeline(linesOf(`house ${number}`, types[number % types.length] ?? 'HP', id), client.query(copy))
    client.release()
  }
  return reports

  function* linesOf(serial: string, applianceType: (typeof types)[number], id: string): Generator<string> {
    const appliance = { serial, applianceType }
    for (let at = from; at < until; at += everyMs) {
      const late = Math.round(onTheWay.min + (onTheWay.max - onTheWay.min) * pseudoRandom(serial, 'late', at))
      const [ts, received] = [new Date(at).toISOString(), new Date(at + late).toISOString()]
      for (const [unit, values] of Object.entries(withNoise(appliance, at, simulateValues(appliance, at)))) {
        reports += 1
        yield `${id}\t${unit}\t${ts}\t${received}\t0\t${JSON.stringify(values)}\n`
      }
    }
  }
}
