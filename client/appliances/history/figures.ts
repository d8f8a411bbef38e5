import type { History } from '#contract/history.ts'
import { type Columns, toColumns } from './columns.ts'
import { createChartFormatters } from '../charts/chart-formatters.ts'
import { formatWorkingTime } from '../state/working-time.ts'
import { type LineId, historyLines } from './lines.ts'
import { type HistoryWords, createValueFormat } from './point-words.ts'

/** One key figure as text; `hint` is the small print. */
export type HistoryFigure = { id: string; name: string; value: string; hint?: string }

/** Returns the key figures of a history: lowest temperature, rooms, working time, number of starts, faults. */
export function computeFigures(history: History, words: HistoryWords): HistoryFigure[] {
  const columns = toColumns(history)
  return [
    ...coldestFigure(columns, words),
    ...roomFigure(columns, words),
    ...workFigure(history, words),
    ...faultFigure(history, words),
  ]
}

/** Returns the key figures for installers, which are behind 'More values': the range of each of these lines. */
export function computeInstallerFigures(history: History, words: HistoryWords): HistoryFigure[] {
  const columns = toColumns(history)
  return (['setpoint', 'flow', 'hotWater', 'power'] as const).flatMap((id) => {
    const line = historyLines.find((each) => each.id === id)
    const value = spanWords(columns, id, words)
    return line && value !== null ? [{ id, name: words.t(line.name), value }] : []
  })
}

const hourS = 3_600
const dayS = 24 * hourS

type Extreme = { value: number; at: number }

function minimumOf({ at, of }: Columns, id: LineId): Extreme | null {
  return at.reduce<Extreme | null>((found, moment, index) => {
    const value = of[id].min[index]
    return typeof value === 'number' && value < (found?.value ?? Infinity) ? { value, at: moment } : found
  }, null)
}

function maximumOf({ of }: Columns, id: LineId): number | null {
  const values = of[id].max.filter((value) => typeof value === 'number')
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other), -Infinity)
}

function coldestFigure(columns: Columns, { t, locale }: HistoryWords): HistoryFigure[] {
  const min = minimumOf(columns, 'outdoor')
  if (!min) return []
  const words = createChartFormatters(locale, columns.stepSeconds)
  return [
    {
      id: 'coldest',
      name: t('history.coldest'),
      value: words.temperature(min.value),
      // Shows the hour only for short steps, because within a long one the exact time is unknown.
      hint: createChartFormatters(locale, columns.stepSeconds > hourS ? dayS : hourS).moment(
        columns.stepSeconds < hourS ? min.at : min.at - columns.stepSeconds / 2,
      ),
    },
  ]
}

function roomFigure(columns: Columns, words: HistoryWords): HistoryFigure[] {
  const value = spanWords(columns, 'room', words)
  return value === null ? [] : [{ id: 'room', name: words.t('data-export.chart.room'), value }]
}

/** Formats the range of a line: '18.1°C to 21.4°C'; one value if both ends are equal, null without values. */
function spanWords(columns: Columns, id: LineId, words: HistoryWords): string | null {
  const [min, max] = [minimumOf(columns, id), maximumOf(columns, id)]
  if (!min || max === null) return null
  const format = createValueFormat(id, words, columns.stepSeconds)
  const [low, high] = [format(min.value), format(max)]
  return low === high ? low : words.t('history.range', { low, high })
}

function workFigure({ worked, statuses }: History, { t, locale }: HistoryWords): HistoryFigure[] {
  if (statuses.length === 0) return []
  return [
    {
      id: 'worked',
      name: t('history.worked'),
      value: formatWorkingTime(worked.seconds, locale),
      hint: t('history.starts', { count: worked.starts }),
    },
  ]
}

function faultFigure({ faults: listed }: History, { t, locale }: HistoryWords): HistoryFigure[] {
  return [{ id: 'faults', name: t('history.faults'), value: new Intl.NumberFormat(locale).format(listed.length) }]
}
