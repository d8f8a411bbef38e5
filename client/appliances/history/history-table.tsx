import { useMemo } from 'react'
import type { History } from '#contract/history.ts'
import { dayS } from '#contract/durations.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChartTable } from '../charts/chart-table.tsx'
import { createChartFormatters } from '../charts/chart-formatters.ts'
import { findStatusAt } from './colour-periods.ts'
import { type HistoryColumns, toHistoryColumns, toDailyHistoryColumns } from './history-columns.ts'
import { historyLines } from './history-lines.ts'
import { formatStepMoment, formatValuesAt } from './point-words.ts'

/** The maximum number of rows. A longer table shows days instead. */
const maxRows = 750

/**
 * The history as a table. The table has a status column only if a step is shorter than a day, because one day has
 * several statuses.
 */
export function HistoryTable({ history }: { history: History }) {
  const { t, locale } = useTexts()
  const columns = useMemo(() => tableColumns(history), [history])
  const chart = useMemo(() => createChartFormatters(locale, columns.stepSeconds), [locale, columns.stepSeconds])
  const hasStatus = columns.stepSeconds < dayS
  const columnLines = historyLines.filter(({ id }) => columns.of[id].middle.some((value) => typeof value === 'number'))
  const statusWords = (at: number) => {
    const status = findStatusAt(history, at)
    return status && t(`appliance.status.${status}`)
  }
  const rows = columns.at.flatMap((at, index) => {
    const valueOf = new Map(formatValuesAt(columns, index, { t, locale }).map(({ line, value }) => [line.id, value]))
    if (valueOf.size === 0) return []
    const values = columnLines.map(({ id }) => valueOf.get(id) ?? null)
    return [
      { at, moment: formatStepMoment(columns, at, chart), values: hasStatus ? [...values, statusWords(at)] : values },
    ]
  })
  const names = columnLines.map(({ name }) => t(name))
  return <ChartTable columns={hasStatus ? [...names, t('data-export.chart.status')] : names} rows={rows} />
}

function tableColumns(history: History): HistoryColumns {
  const columns = toHistoryColumns(history)
  return columns.at.length > maxRows && columns.stepSeconds < dayS ? toDailyHistoryColumns(history) : columns
}
