import { minuteMs } from '#contract/durations.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import type { History, HistoryPoint } from '#contract/history.ts'

/** One step of a line. `at` is in epoch ms, all other values are in degrees Celsius. */
export type DayPoint = { at: number; min: number; max: number; last: number }

/** A fault within the day. `from` and `to` in epoch ms, limited to the day; `to` is null while the fault lasts. */
export type DayFault = { code: string | null; severity: FaultSeverity; from: number; to: number | null }

/**
 * The last 24 hours of an appliance, for the card. `from`, `to`: epoch ms. `workedS`: the seconds with the status
 * WORKING. `faults`: oldest first.
 */
export type RollingDay = {
  from: number
  to: number
  stepMs: number
  room: readonly DayPoint[]
  outdoor: readonly DayPoint[]
  workedS: number
  faults: readonly DayFault[]
}

export function toRollingDay({ from, to, stepSeconds, series, worked, faults }: History): RollingDay {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const line = (id: string) => (series.find(({ datapoint }) => datapoint === id)?.points ?? []).map(toPoint)
  return {
    from: begin,
    to: end,
    stepMs: stepSeconds * 1000,
    room: line('hc1.roomTemperature'),
    outdoor: line('heatCurve.outdoorTemperature'),
    workedS: worked.seconds,
    faults: faults
      .map((fault) => ({ ...fault, from: Date.parse(fault.from), to: fault.to === null ? null : Date.parse(fault.to) }))
      .filter((fault) => fault.from < end && (fault.to === null || fault.to > begin))
      .map((fault) => ({ ...fault, from: Math.max(fault.from, begin) }))
      .toReversed(),
  }
}

function toPoint([seconds, min, max, last]: HistoryPoint): DayPoint {
  return { at: seconds * 1000, min, max, last }
}

/** The current values of an appliance. `at` in epoch ms. */
export type LiveValues = { at: number; room: number | undefined; outdoor: number | undefined }

/** Extends the day by values that were measured after the day was read. The extended day and its lines end at `at`. */
export function extendByLiveValues(day: RollingDay, { at, room, outdoor }: LiveValues): RollingDay {
  if (at <= day.to) return day
  const added = (line: readonly DayPoint[], value: number | undefined) =>
    value === undefined ? line : [...line, { at, min: value, max: value, last: value }]
  return { ...day, to: at, room: added(day.room, room), outdoor: added(day.outdoor, outdoor) }
}

/** Returns the fraction of the day before its lines begin, 0 to 1; null if there are no lines. */
export function findLineStartFraction(day: RollingDay): number | null {
  const begins = [day.room, day.outdoor].flatMap(([first]) => first?.at ?? [])
  return begins.length === 0 ? null : computeFractionOfDay(Math.min(...begins), day)
}

export type TemperatureExtremes = { min: number; max: number }

/** Returns the minimum and maximum of a line; null if the line is empty. */
export function findTemperatureExtremes(line: readonly DayPoint[]): TemperatureExtremes | null {
  if (line.length === 0) return null
  return { min: Math.min(...line.map(({ min }) => min)), max: Math.max(...line.map(({ max }) => max)) }
}

/** Returns the position of a time within the day: 0 to 1. `at` in epoch ms. */
export function computeFractionOfDay(at: number, { from, to }: Pick<RollingDay, 'from' | 'to'>): number {
  return to <= from ? 0 : Math.min(1, Math.max(0, (at - from) / (to - from)))
}

/**
 * The area of a line. `minSpan`: the smallest range of the line's scale in degrees, so that small changes look small.
 */
export type LineArea = { width: number; top: number; height: number; minSpan: number }

/** Returns the SVG path of a line, interrupted where nothing was measured. */
export function createLinePath(
  line: readonly DayPoint[],
  day: Pick<RollingDay, 'from' | 'to' | 'stepMs'>,
  lane: LineArea,
): string {
  const limits = findTemperatureExtremes(line)
  if (!limits) return ''
  const middle = (limits.min + limits.max) / 2
  const span = Math.max(limits.max - limits.min, lane.minSpan)
  const x = (at: number) => round(computeFractionOfDay(at, day) * lane.width)
  const y = (value: number) => round(lane.top + lane.height * (0.5 - (value - middle) / span))
  return line
    .map(({ at, last }, index) => {
      const before = line[index - 1]
      const isBroken = before === undefined || at - before.at > gapMs(day.stepMs)
      return `${isBroken ? 'M' : 'L'}${x(at)} ${y(last)}`
    })
    .join('')
}

/** Returns a path of zero length at the end of a line; round line caps make it a dot. Empty if the line is empty. */
export function createEndDotPath(
  line: readonly DayPoint[],
  day: Pick<RollingDay, 'from' | 'to' | 'stepMs'>,
  lane: LineArea,
): string {
  const end = /[^ML]+$/.exec(createLinePath(line, day, lane))
  return end ? `M${end[0]}h0` : ''
}

const minGapMs = 30 * minuteMs

/** Returns the length of the longest gap that a line connects, in ms. */
function gapMs(stepMs: number): number {
  return Math.max(minGapMs, 2.5 * stepMs)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

const tickHours = 6

/**
 * Returns the times of the day at which the reader's clock shows 0, 6, 12 and 18, except near the start and the end of
 * the day.
 */
export function findClockTicks(day: Pick<RollingDay, 'from' | 'to'>): number[] {
  const tick = new Date(day.from)
  tick.setMinutes(0, 0, 0)
  const ticks: number[] = []
  while (tick.getTime() < day.to) {
    const at = tick.getTime()
    const position = computeFractionOfDay(at, day)
    if (tick.getHours() % tickHours === 0 && position > 0.05 && position < 0.95) ticks.push(at)
    tick.setHours(tick.getHours() + 1)
  }
  return ticks
}
