import type { History, HistoryPoint } from '#contract/history.ts'
import { offlineAfterSilenceMs } from '#contract/telemetry.ts'
import { dayS, hourS } from '#contract/durations.ts'
import { type HistoryLineId, historyLines } from './history-lines.ts'

/** One value for each time. Null: no line has a value at that time. Undefined: only this line has no value. */
export type ColumnValues = (number | null | undefined)[]

/** The minimum, the maximum and the drawn value of a line at each time. */
export type LineColumns = Record<'min' | 'max' | 'middle', ColumnValues>

/**
 * The chart data. `at`: the times in epoch seconds, the begin of steps shorter than an hour and the middle of longer
 * steps. `stepSeconds`: the length of a step, which is a day if days are drawn.
 */
export type HistoryColumns = { at: number[]; of: Record<HistoryLineId, LineColumns>; stepSeconds: number }

type Step = { begin: number; values: Map<HistoryLineId, HistoryPoint> }

/**
 * Converts a history to columns with common times. A gap between values becomes a step without values, so that no line
 * crosses the gap.
 */
export function toHistoryColumns(history: Pick<History, 'series' | 'stepSeconds'>): HistoryColumns {
  return columnsOf(stepsOf(history), history.stepSeconds)
}

/** Converts a history to columns with one step for each day in the reader's time zone. */
export function toDailyHistoryColumns(history: Pick<History, 'series' | 'stepSeconds'>): HistoryColumns {
  const days = new Map<string, Step>()
  for (const step of stepsOf(history)) {
    const midnight = new Date(step.begin * 1000)
    midnight.setHours(0, 0, 0, 0)
    const key = midnight.toDateString()
    const day = days.get(key) ?? { begin: midnight.getTime() / 1000, values: new Map<HistoryLineId, HistoryPoint>() }
    days.set(key, day)
    for (const [id, point] of step.values) day.values.set(id, mergePoint(day.values.get(id), point))
  }
  return columnsOf([...days.values()], dayS)
}

/**
 * Returns the index of the time in `at` that is nearest to `moment`, in epoch seconds; null if `at` is empty. `at` is
 * sorted.
 */
export function findNearestIndex(moment: number, { at }: Pick<HistoryColumns, 'at'>): number | null {
  if (at.length === 0) return null
  const after = at.findIndex((each) => each >= moment)
  if (after === -1) return at.length - 1
  const isBeforeNearer = moment - (at[after - 1] ?? -Infinity) < (at[after] ?? moment) - moment
  return isBeforeNearer ? after - 1 : after
}

function mergePoint(before: HistoryPoint | undefined, point: HistoryPoint): HistoryPoint {
  if (!before) return point
  return [before[0], Math.min(before[1], point[1]), Math.max(before[2], point[2]), point[3]]
}

function stepsOf({ series }: Pick<History, 'series'>): Step[] {
  const steps = new Map<number, Step>()
  for (const { datapoint, points } of series) {
    const line = historyLines.find(({ datapoints }) => datapoints.includes(datapoint))
    if (!line) continue
    for (const point of points) {
      const [begin] = point
      const step = steps.get(begin) ?? { begin, values: new Map<HistoryLineId, HistoryPoint>() }
      steps.set(begin, step)
      step.values.set(line.id, mergePoint(step.values.get(line.id), point))
    }
  }
  return [...steps.values()].toSorted((one, other) => one.begin - other.begin)
}

function columnsOf(steps: readonly Step[], stepSeconds: number): HistoryColumns {
  const filledSteps = withGaps(steps, stepSeconds)
  const half = stepSeconds < hourS ? 0 : stepSeconds / 2
  const of = Object.fromEntries(historyLines.map(({ id }) => [id, lineColumns(filledSteps, id, stepSeconds)]))
  return { at: filledSteps.map(({ begin }) => begin + half), of: of as HistoryColumns['of'], stepSeconds }
}

function withGaps(steps: readonly Step[], stepSeconds: number): Step[] {
  const longest = Math.max(stepSeconds * 1.5, (2 * offlineAfterSilenceMs) / 1000)
  return steps.flatMap((step, index) => {
    const next = steps[index + 1]
    if (!next || next.begin - step.begin <= longest) return [step]
    return [step, { begin: step.begin + stepSeconds, values: new Map() }]
  })
}

function lineColumns(steps: readonly Step[], id: HistoryLineId, stepSeconds: number): LineColumns {
  const column = (value: (point: HistoryPoint) => number): ColumnValues =>
    steps.map(({ values }) => {
      const point = values.get(id)
      if (point) return value(point)
      return values.size === 0 ? null : undefined
    })
  return {
    min: column(([, min]) => min),
    max: column(([, , max]) => max),
    middle: column(([, min, max, last]) => (stepSeconds < hourS || id === 'setpoint' ? last : (min + max) / 2)),
  }
}

/** The minimum width of a day in CSS pixels. The line of a narrower day would be an unreadable zigzag. */
const readableDayPx = 16

/**
 * Returns whether days are easier to read as one band each: the view is longer than two days, and the days are narrow
 * on `width` CSS pixels.
 */
export function needsDailyColumns(viewSeconds: number, stepSeconds: number, width: number): boolean {
  return stepSeconds < dayS && viewSeconds / dayS > Math.max(2, width / readableDayPx)
}
