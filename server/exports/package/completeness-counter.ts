import { datapoints } from '#contract/datapoints.ts'
import { units } from '#contract/event-bus.ts'
import { offlineAfterSilenceMs } from '#contract/telemetry.ts'
import { dayMs } from '#contract/durations.ts'
import { toCsvLine } from './csv.ts'
import type { StoredReport } from './stored-report.ts'
import type { ExportWindow } from './export-window.ts'

/**
 * The length of a period in milliseconds. A gateway that sends no report during a whole period is OFFLINE.
 * Specification 14.1.
 */
export const completenessPeriodMs = offlineAfterSilenceMs

const periodsOfDay = dayMs / completenessPeriodMs

export const gapColumns = [
  'day',
  'datapoint_id',
  'expected',
  'delivered',
  'missing_offline',
  'missing_not_recorded',
  'missing_retention',
  'readings',
  'reason',
] as const

/** The reason why a period has no reading of a datapoint. */
type Reason = 'offline' | 'not recorded' | 'retention'

/**
 * Counts the readings of a window while its reports are written, to find which readings are missing. The counter needs
 * about a hundred bytes of memory for each datapoint and day.
 */
export type CompletenessCounter = {
  countReport(report: StoredReport): void
  /** Marks a day (epoch days) with damaged data, so that its missing readings do not count as offline. */
  addDamagedDay(day: number): void
  /** Returns the lines of gaps.csv, sorted by day, then by datapoint. */
  lines(): Generator<string>
  /**
   * Returns the ids of datapoints that the appliance never reported in the window, although it reported other
   * datapoints of the same unit.
   */
  neverReported(): string[]
}

/**
 * Creates a counter for a window. `from`, `until` and `keptFrom` are in epoch milliseconds. Telemetry from before
 * `keptFrom` was deleted.
 */
export function createCompletenessCounter(
  { from, until }: Omit<ExportWindow, 'daysEnd'>,
  keptFrom: number,
): CompletenessCounter {
  const firstDay = Math.floor(from / dayMs)
  const days = until > from ? Math.ceil(until / dayMs) - firstDay : 0
  const anything = new Uint8Array(days * periodsOfDay)
  const tallies = new Map<string, Tally>()
  const talliesOf = new Map(units.map((unit) => [unit, new Map<string, Tally>()]))
  for (const { id, unit, key } of datapoints) {
    const tally = createTally(days)
    tallies.set(id, tally)
    talliesOf.get(unit)?.set(key, tally)
  }
  const unitsReported = new Set<string>()

  function note({ at, unit, values }: StoredReport): void {
    const period = Math.floor(at / completenessPeriodMs) - firstDay * periodsOfDay
    anything[period] = 1
    unitsReported.add(unit)
    const day = Math.floor(period / periodsOfDay)
    const keys = talliesOf.get(unit)
    for (const key in values) {
      const tally = keys?.get(key)
      if (!tally) continue
      tally.isRecorded[period] = 1
      tally.readings[day] = (tally.readings[day] ?? 0) + 1
      tally.total += 1
    }
  }

  function addDamagedDay(day: number): void {
    const first = Math.max(0, (day - firstDay) * periodsOfDay)
    anything.fill(1, first, Math.max(0, (day - firstDay + 1) * periodsOfDay))
  }

  function isExpected(datapointId: string): boolean {
    const unit = datapointId.slice(0, datapointId.indexOf('.'))
    return !unitsReported.has(unit) || (tallies.get(datapointId)?.total ?? 0) > 0
  }

  // Returns whether a period is completely within the window. A partial period is not counted, because nobody knows how
  // many readings it should have.
  function isWhole(period: number): boolean {
    const start = firstDay * dayMs + period * completenessPeriodMs
    return start >= from && start + completenessPeriodMs <= until
  }

  function reasonOf(period: number): Reason {
    if (firstDay * dayMs + period * completenessPeriodMs < keptFrom) return 'retention'
    return anything[period] === 1 ? 'not recorded' : 'offline'
  }

  function lineOf(day: number, id: string, { isRecorded, readings }: Tally): string {
    const missing: Record<Reason, number> = { offline: 0, 'not recorded': 0, retention: 0 }
    let [expected, delivered] = [0, 0]
    for (let period = day * periodsOfDay; period < (day + 1) * periodsOfDay; period += 1) {
      if (!isWhole(period)) continue
      expected += 1
      if (isRecorded[period] === 1) delivered += 1
      else missing[reasonOf(period)] += 1
    }
    const { offline, 'not recorded': notRecorded, retention } = missing
    const date = new Date((firstDay + day) * dayMs).toISOString().slice(0, 10)
    const counts = [expected, delivered, offline, notRecorded, retention, readings[day] ?? 0]
    return toCsvLine([date, id, ...counts, mainReason(missing)])
  }

  function* lines(): Generator<string> {
    const expected = [...tallies].filter(([id]) => isExpected(id)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (let day = 0; day < days; day += 1) yield expected.map(([id, tally]) => lineOf(day, id, tally)).join('')
  }

  return {
    countReport: note,
    addDamagedDay,
    lines,
    neverReported: () => [...tallies.keys()].filter((id) => !isExpected(id)),
  }
}

type Tally = { isRecorded: Uint8Array; readings: Uint32Array; total: number }

function createTally(days: number): Tally {
  return { isRecorded: new Uint8Array(days * periodsOfDay), readings: new Uint32Array(days), total: 0 }
}

/** Returns the reason with the most missing periods, or null if no period is missing. */
function mainReason(missing: Record<Reason, number>): Reason | null {
  const [first] = Object.entries(missing).toSorted(([, a], [, b]) => b - a) as [Reason, number][]
  return first && first[1] > 0 ? first[0] : null
}
