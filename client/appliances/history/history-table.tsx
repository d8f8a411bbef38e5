import { useMemo } from 'react'
import type { History } from '#contract/history.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { createChartWords } from '../chart-words.ts'
import { statusAt } from './bands.ts'
import { type Columns, toColumns, toDailyColumns } from './columns.ts'
import { lines } from './lines.ts'
import { momentOf, valuesAt } from './point-words.ts'

const dayS = 86_400
/** Longer tables are by the day. */
const mostRows = 750

/** The history in figures. */
export function HistoryTable({ history }: { history: History }) {
  const { t, locale } = useTexts()
  const columns = useMemo(() => tableColumns(history), [history])
  const chart = useMemo(() => createChartWords(locale, columns.stepSeconds), [locale, columns.stepSeconds])
  const hasStatus = columns.stepSeconds < dayS
  const told = lines.filter(({ id }) => columns.of[id].middle.some((value) => typeof value === 'number'))
  const rows = columns.at.flatMap((at, index) => {
    const values = new Map(valuesAt(columns, index, { t, locale }).map(({ line, value }) => [line.id, value]))
    return values.size === 0 ? [] : [{ at, values }]
  })
  return (
    <table>
      <caption>{t('data-export.chart.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('data-export.chart.time')}</th>
          {told.map(({ id, name }) => (
            <th key={id} scope="col">
              {t(name)}
            </th>
          ))}
          {hasStatus && <th scope="col">{t('data-export.chart.status')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, values }) => (
          <tr key={at}>
            <th scope="row">{momentOf(columns, at, chart)}</th>
            {told.map(({ id }) => (
              <td key={id}>{values.get(id) ?? '–'}</td>
            ))}
            {hasStatus && <td>{statusWord(statusAt(history, at))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )

  function statusWord(status: ReturnType<typeof statusAt>): string {
    return status === null ? '–' : t(`appliance.status.${status}`)
  }
}

function tableColumns(history: History): Columns {
  const columns = toColumns(history)
  return columns.at.length > mostRows && columns.stepSeconds < dayS ? toDailyColumns(history) : columns
}
