import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { ApplianceType } from '#contract/appliance.ts'

/** The id and the type of a test appliance. Its values depend only on id, type and time. */
type HouseAppliance = { id: string; type: ApplianceType }

type HouseValues = Readonly<Record<string, string | number | boolean>>

const runMs = 30 * minuteMs

/** The datapoint that a type of appliance does not have: a heat pump has no burner, and a boiler no compressor. */
const leftOut: Partial<Record<ApplianceType, string>> = {
  BOILER: 'heatCurve.compressorModulation',
  HP: 'heatCurve.burnerModulation',
}

/**
 * Computes the values that a test appliance measures at `at` (epoch ms), by datapoint, without status and fault. The
 * values depend only on the appliance and the time, so they are not stored.
 */
export function computeTestValues({ id, type }: HouseAppliance, at: number): HouseValues {
  const hour = (at % dayMs) / hourMs
  // Shifts the values by the id, because two appliances of a developer should have different values.
  const shift = Number.parseInt(id.slice(0, 4), 16) / 0xff_ff
  const outdoor = 4 + 4 * wave(hour - 15, 24) + 3 * wave(at / dayMs + 9 * shift, 9)
  const isComfort = hour >= 6 && hour < 22
  const setpoint = Math.round((isComfort ? 47 : 42) - outdoor)
  const load = (20 - outdoor) / 34
  const phase = (at / runMs + shift) % 1
  const isRunning = phase < load
  const swing = isRunning ? 6 * (phase / load) - 4 : 2 - 6 * ((phase - load) / (1 - load))
  const modulation = isRunning ? Math.round(30 + 60 * load) : 0
  const sinceCharge = (hour + 6) % 12
  const values: Record<string, string | number | boolean> = {
    'status.heatDemand': isRunning,
    'heatCurve.outdoorTemperature': tenths(outdoor),
    'heatCurve.flowSetpoint': setpoint,
    'heatCurve.flowTemperature': tenths(setpoint + swing),
    'heatCurve.burnerModulation': modulation,
    'heatCurve.compressorModulation': modulation,
    'hc1.roomTemperature': tenths(20 + shift + wave(hour - 17, 24)),
    'hc1.roomSetpoint': isComfort ? 21 : 18,
    'hc1.operationMode': isComfort ? 'comfort' : 'setback',
    'dhw1.temperature': tenths(sinceCharge < 1 ? 45 + 10 * sinceCharge : 55 - (10 * (sinceCharge - 1)) / 11),
    'dhw1.setpoint': 55,
    'dhw1.charging': sinceCharge < 1,
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== leftOut[type]))
}

/** Returns a cosine wave between -1 and 1, which is 1 at 0 and at each multiple of `period`. */
function wave(value: number, period: number): number {
  return Math.cos((2 * Math.PI * value) / period)
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
