import { minuteMs } from '#contract/durations.ts'
import type { ApplianceType, GatewayStatus } from '#contract/appliance.ts'
import type { ReadingNameInUnit } from '#contract/datapoints.ts'
import type { Appliance } from '../state/appliance.ts'
import { mergeReadings, type LatestReadings, type Readings } from './readings-slice.ts'

/** Whether any heater of the appliance is working. */
export type HeaterState = 'on' | 'off' | 'unknown'

/** The current work of the appliance. If no heater works, it is `off` in the status ERROR, otherwise `resting`. */
export type CurrentWork = 'heating' | 'hot-water' | 'resting' | 'off' | 'unknown'

export type ModulationReadingName = ReadingNameInUnit<'%'>

/** The heaters of each type of appliance. An appliance of unknown type may report all of them. */
export const heatersByType: Readonly<Record<ApplianceType, readonly ModulationReadingName[]>> = {
  BOILER: ['burnerModulation'],
  HP: ['compressorModulation'],
  HYBRID: ['burnerModulation', 'compressorModulation'],
  UNKNOWN: ['burnerModulation', 'compressorModulation'],
}

export function assessHeaterState(readings: Readings, type: ApplianceType): HeaterState {
  const present = heatersByType[type].map((name) => readings[name]).filter((value) => value !== undefined)
  if (present.length === 0) return 'unknown'
  return present.some((value) => value > 0) ? 'on' : 'off'
}

/** Returns the work of an appliance. If no heater works, this is `off` in the status ERROR, otherwise `resting`. */
export function assessCurrentWork(
  readings: Readings,
  { type, status }: { type: ApplianceType; status: GatewayStatus },
): CurrentWork {
  const power = assessHeaterState(readings, type)
  if (power === 'on') return readings.hotWaterCharging ? 'hot-water' : 'heating'
  if (power === 'unknown') return 'unknown'
  return status === 'ERROR' ? 'off' : 'resting'
}

/**
 * Combines the readings of a gateway. In the status ERROR, omits heater readings from before the status began, because
 * the heater may have stopped since that time.
 */
export function omitStaleHeaterReadings(
  now: LatestReadings,
  { applianceStatus, statusSince }: Pick<Appliance, 'applianceStatus' | 'statusSince'>,
): Readings {
  const readings = mergeReadings(now)
  const isFromBefore = statusSince !== null && Date.parse(now.at) < Date.parse(statusSince)
  if (applianceStatus !== 'ERROR' || !isFromBefore) return readings
  return { ...readings, burnerModulation: undefined, compressorModulation: undefined, hotWaterCharging: undefined }
}

/** The time without a report, in ms, after which a gateway counts as offline. Specification 14.1. */
const freshForMs = 15 * minuteMs

/** Whether a value that was measured `at` (RFC 3339) is still valid `now` (epoch ms). */
export function isReadingFresh(at: string, now: number): boolean {
  return now - Date.parse(at) < freshForMs
}
