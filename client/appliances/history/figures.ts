import type { History } from '#contract/history.ts'
import { type Columns, toColumns } from './columns.ts'
import { createChartWords } from '../chart-words.ts'
import { workingTime } from '../working-time.ts'
import type { LineId } from './lines.ts'
import type { HistoryWords } from './point-words.ts'

/** One figure as text; `hint` is the small print. */
export type Figure = { id: string; name: string; value: string; hint?: string }

/** The figures of a history: lowest temperature, rooms, working time, number of starts, faults. */
export function figuresOf(history: History, words: HistoryWords): Figure[] {
  const columns = toColumns(history)
  return [...coldest(columns, words), ...rooms(columns, words), ...work(history, words), ...faults(history, words)]
}

const hourS = 3_600
const dayS = 24 * hourS

type Extreme = { value: number; at: number }

function leastOf({ at, of }: Columns, id: LineId): Extreme | null {
  return at.reduce<Extreme | null>((found, moment, index) => {
    const value = of[id].least[index]
    return typeof value === 'number' && value < (found?.value ?? Infinity) ? { value, at: moment } : found
  }, null)
}

function mostOf({ of }: Columns, id: LineId): number | null {
  const values = of[id].most.filter((value) => typeof value === 'number')
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other), -Infinity)
}

function coldest(columns: Columns, { t, locale }: HistoryWords): Figure[] {
  const least = leastOf(columns, 'outdoor')
  if (!least) return []
  const words = createChartWords(locale, columns.stepSeconds)
  return [
    {
      id: 'coldest',
      name: t('history.coldest'),
      value: words.temperature(least.value),
      // Within a long step the exact time is unknown.
      hint: createChartWords(locale, columns.stepSeconds > hourS ? dayS : hourS).moment(
        columns.stepSeconds < hourS ? least.at : least.at - columns.stepSeconds / 2,
      ),
    },
  ]
}

function rooms(columns: Columns, { t, locale }: HistoryWords): Figure[] {
  const [least, most] = [leastOf(columns, 'room'), mostOf(columns, 'room')]
  if (!least || most === null) return []
  const { temperature } = createChartWords(locale, columns.stepSeconds)
  const [low, high] = [temperature(least.value), temperature(most)]
  const value = low === high ? low : t('history.range', { least: low, most: high })
  return [{ id: 'room', name: t('data-export.chart.room'), value }]
}

function work({ worked, statuses }: History, { t, locale }: HistoryWords): Figure[] {
  if (statuses.length === 0) return []
  return [
    {
      id: 'worked',
      name: t('history.worked'),
      value: workingTime(worked.seconds, locale),
      hint: t('history.starts', { count: worked.starts }),
    },
  ]
}

function faults({ faults: listed }: History, { t, locale }: HistoryWords): Figure[] {
  return [{ id: 'faults', name: t('history.faults'), value: new Intl.NumberFormat(locale).format(listed.length) }]
}
