import type { ApplianceType } from '#contract/appliance.ts'
import { chance } from './chance.ts'

/** From when until before when something is on, epoch milliseconds. */
export type Run = { from: number; until: number }

/** How a house is heated: `loadAt` is the cold at a moment as a share of what it is built for, `charges` are a day's of its tank. */
export type Heating = {
  serial: string
  applianceType: ApplianceType
  loadAt(time: number): number
  charges: readonly Run[]
}

const minuteMs = 60_000

// A compressor takes longer than a burner to earn its start. Hybrids have one of each.
const cycleMs: Record<ApplianceType, number> = {
  BOILER: 60 * minuteMs,
  HP: 150 * minuteMs,
  HYBRID: 120 * minuteMs,
  UNKNOWN: 60 * minuteMs,
}

const leastRunShare = 0.2
const mostRunShare = 0.85
const mostDelayShare = 0.05
const leastPauseShare = 1 / 12

/** For how long an appliance runs and pauses at least, so that it does not wear out by starting; milliseconds. */
export function leastRunAndPauseOf(applianceType: ApplianceType): { runMs: number; pauseMs: number } {
  const cycle = cycleMs[applianceType]
  return { runMs: leastRunShare * cycle, pauseMs: leastPauseShare * cycle }
}

/**
 * Whether burner or compressor are on, for the rooms or the tank. A pause that would be too short does not take place:
 * the heat goes elsewhere in the meantime.
 */
export function isRunning(heating: Heating, time: number): boolean {
  const runs = [...roomRuns(heating, time), ...heating.charges]
  if (runs.some(({ from, until }) => time >= from && time < until)) return true
  const ended = Math.max(...runs.map(({ until }) => until).filter((until) => until <= time))
  const next = Math.min(...runs.map(({ from }) => from).filter((from) => from > time))
  return next - ended < leastRunAndPauseOf(heating.applianceType).pauseMs
}

// One run a cycle, about as regular as thermostats are; the cold at its start decides how long it takes.
function roomRuns({ serial, applianceType, loadAt }: Heating, time: number): Run[] {
  const cycle = cycleMs[applianceType]
  const shift = chance(serial, 'cycle')
  const current = Math.floor(time / cycle + shift)
  return [current - 1, current, current + 1].map((count) => {
    const from = (count - shift + mostDelayShare * chance(serial, 'delay', count)) * cycle
    const share = Math.min(mostRunShare, leastRunShare + 0.7 * loadAt(from))
    return { from, until: from + share * cycle }
  })
}
