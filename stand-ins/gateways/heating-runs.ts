import type { ApplianceType } from '#contract/appliance.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { pseudoRandom } from './pseudo-random.ts'

/** A period in which something is on, from `from` to `until` (epoch milliseconds, `until` excluded). */
export type HeatingRun = { from: number; until: number }

/**
 * The heating of a house. `loadAt`: returns the heating load as a share of the design load. `charges`: the tank
 * charges of a day.
 */
export type HouseHeating = {
  serial: string
  applianceType: ApplianceType
  loadAt(time: number): number
  charges: readonly HeatingRun[]
}

// The length in ms of a cycle, which is a run and a pause. A compressor needs longer runs than a burner; a hybrid has
// both.
const cycleMs: Record<ApplianceType, number> = {
  BOILER: hourMs,
  HP: 150 * minuteMs,
  HYBRID: 120 * minuteMs,
  UNKNOWN: hourMs,
}

const minRunShare = 0.2
const maxRunShare = 0.85
const maxDelayShare = 0.05
const minPauseShare = 1 / 12

/** Returns the minimum lengths in ms of a run and a pause of an appliance. Short runs would cause wear. */
export function minRunAndPauseOf(applianceType: ApplianceType): { runMs: number; pauseMs: number } {
  const cycle = cycleMs[applianceType]
  return { runMs: minRunShare * cycle, pauseMs: minPauseShare * cycle }
}

/**
 * Whether the burner or compressor is on, for the rooms or for the tank. If a pause between two runs would be too
 * short, the appliance continues to run.
 */
export function isBurnerOrCompressorOn(heating: HouseHeating, time: number): boolean {
  const runs = [...runsForRoomHeating(heating, time), ...heating.charges]
  if (runs.some(({ from, until }) => time >= from && time < until)) return true
  const endedAt = Math.max(...runs.map(({ until }) => until).filter((until) => until <= time))
  const next = Math.min(...runs.map(({ from }) => from).filter((from) => from > time))
  return next - endedAt < minRunAndPauseOf(heating.applianceType).pauseMs
}

// Returns the runs for the rooms around a time. Each cycle has one run, whose start varies a little. The load at the
// start of the run determines its length.
function runsForRoomHeating({ serial, applianceType, loadAt }: HouseHeating, time: number): HeatingRun[] {
  const cycle = cycleMs[applianceType]
  const shift = pseudoRandom(serial, 'cycle')
  const current = Math.floor(time / cycle + shift)
  return [current - 1, current, current + 1].map((count) => {
    const from = (count - shift + maxDelayShare * pseudoRandom(serial, 'delay', count)) * cycle
    const share = Math.min(maxRunShare, minRunShare + 0.7 * loadAt(from))
    return { from, until: from + share * cycle }
  })
}
