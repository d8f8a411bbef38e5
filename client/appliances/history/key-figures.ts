import type { History } from '#contract/history.ts'
import { dayS, hourS } from '#contract/durations.ts'
import { type HistoryColumns, toHistoryColumns } from './history-columns.ts'
import { createChartFormatters } from '../charts/chart-formatters.ts'
import { formatWorkingTime } from '../state/working-time.ts'
import { type HistoryLineId, historyLines } from './history-lines.ts'
import { type HistoryLocalization, createLineValueFormatter } from './point-words.ts'

/** One key figure as text; `hint` is the small print. */
export type KeyFigure = { id: string; name: string; value: string; hint?: string }

/** Returns the key figures of a history: lowest temperature, rooms, working time, number of starts, faults. */
export function computeKeyFigures(history: History, words: HistoryLocalization): KeyFigure[] {
  const columns = toHistoryColumns(history)
  return [
    ...coldestFigure(columns, words),
    ...roomFigure(columns, words),
    ...workFigure(history, words),
    ...faultFigure(history, words),
  ]
}

/**
 * Returns the key figures for installers, which 'More values' opens: the ranges of set temperature, flow, hot water and
 * power.
 */
export function computeInstallerKeyFigures(history: History, words: HistoryLocalization): KeyFigure[] {
  const columns = toHistoryColumns(history)
  return (['setpoint', 'flow', 'hotWater', 'power'] as const).flatMap((id) => {
    const line = historyLines.find((each) => each.id === id)
    const value = spanWords(columns, id, words)
    return line && value !== null ? [{ id, name: words.t(line.name), value }] : []
  })
}

type Extreme = { value: number; at: number }

function minimumOf({ at, of }: HistoryColumns, id: HistoryLineId): Extreme | null {
  return at.reduce<Extreme | null>((extreme, moment, index) => {
    const value = of[id].min[index]
    return typeof value === 'number' && value < (extreme?.value ?? Infinity) ? { value, at: moment } : extreme
  }, null)
}

function maximumOf({ of }: HistoryColumns, id: HistoryLineId): number | null {
  const values = of[id].max.filter((value) => typeof value === 'number')
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other), -Infinity)
}

function coldestFigure(columns: HistoryColumns, { t, locale }: HistoryLocalization): KeyFigure[] {
  const min = minimumOf(columns, 'outdoor')
  if (!min) return []
  const words = createChartFormatters(locale, columns.stepSeconds)
  return [
    {
      id: 'coldest',
      name: t('history.coldest'),
      value: words.temperature(min.value),
      // Shows the hour only for short steps. Within a long step the exact time is unknown.
      hint: createChartFormatters(locale, columns.stepSeconds > hourS ? dayS : hourS).moment(
        columns.stepSeconds < hourS ? min.at : min.at - columns.stepSeconds / 2,
      ),
    },
  ]
}

function roomFigure(columns: HistoryColumns, words: HistoryLocalization): KeyFigure[] {
  const value = spanWords(columns, 'room', words)
  return value === null ? [] : [{ id: 'room', name: words.t('data-export.chart.room'), value }]
}

/**
 * Formats the range of a line: '18.1°C to 21.4°C'. If both ends are equal, formats one value. Returns null if the line
 * has no values.
 */
function spanWords(columns: HistoryColumns, id: HistoryLineId, words: HistoryLocalization): string | null {
  const [min, max] = [minimumOf(columns, id), maximumOf(columns, id)]
  if (!min || max === null) return null
  const format = createLineValueFormatter(id, words, columns.stepSeconds)
  const [low, high] = [format(min.value), format(max)]
  return low === high ? low : words.t('history.range', { low, high })
}

function workFigure({ worked, statuses }: History, { t, locale }: HistoryLocalization): KeyFigure[] {
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

function faultFigure({ faults: listed }: History, { t, locale }: HistoryLocalization): KeyFigure[] {
  return [{ id: 'faults', name: t('history.faults'), value: new Intl.NumberFormat(locale).format(listed.length) }]
}
