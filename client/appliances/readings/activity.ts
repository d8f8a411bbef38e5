import type { ApplianceType, GatewayStatus } from '#contract/appliance.ts'
import type { ReadingIn } from '#contract/datapoints.ts'
import type { Appliance } from '../appliance.ts'
import { allReadings, type ReadingsNow, type Readings } from './readings-slice.ts'

/** Whether anything in the appliance makes heat. */
export type Power = 'on' | 'off' | 'unknown'

/** What an appliance does right now. */
export type Activity = 'heating' | 'hot-water' | 'resting' | 'off' | 'unknown'

export type ModulationName = ReadingIn<'%'>

/** Who makes the heat in each type; of a kind that is not known whatever it reports. */
export const heatersOf: Readonly<Record<ApplianceType, readonly ModulationName[]>> = {
  BOILER: ['burnerModulation'],
  HP: ['compressorModulation'],
  HYBRID: ['burnerModulation', 'compressorModulation'],
  UNKNOWN: ['burnerModulation', 'compressorModulation'],
}

export function powerOf(readings: Readings, type: ApplianceType): Power {
  const known = heatersOf[type].map((name) => readings[name]).filter((value) => value !== undefined)
  if (known.length === 0) return 'unknown'
  return known.some((value) => value > 0) ? 'on' : 'off'
}

/** What is in ERROR does not rest: it is off. */
export function activityOf(
  readings: Readings,
  { type, status }: { type: ApplianceType; status: GatewayStatus },
): Activity {
  const power = powerOf(readings, type)
  if (power === 'on') return readings.hotWaterCharging ? 'hot-water' : 'heating'
  if (power === 'unknown') return 'unknown'
  return status === 'ERROR' ? 'off' : 'resting'
}

/**
 * What the units of a gateway say, without what makes heat where that was measured before an ERROR began: of what the
 * appliance does since then it says nothing.
 */
export function readingsUnder(
  now: ReadingsNow,
  { applianceStatus, statusSince }: Pick<Appliance, 'applianceStatus' | 'statusSince'>,
): Readings {
  const readings = allReadings(now)
  const isFromBefore = statusSince !== null && Date.parse(now.at) < Date.parse(statusSince)
  if (applianceStatus !== 'ERROR' || !isFromBefore) return readings
  return { ...readings, burnerModulation: undefined, compressorModulation: undefined, hotWaterCharging: undefined }
}

/** A gateway that says nothing for so long is offline. Specification 14.1. */
const freshForMs = 15 * 60_000

/** Whether what was measured `at`, RFC 3339, still holds `now`, epoch ms. */
export function isFresh(at: string, now: number): boolean {
  return now - Date.parse(at) < freshForMs
}
