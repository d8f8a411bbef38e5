import { type ReactNode, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import styles from './chart.module.css'

/** A button that shows the chart's data as a table, for people who cannot see the picture or do not use it. */
export function ChartTableToggle({ children }: { children: ReactNode }) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.tablePart}>
      <Button variant="quiet" isExpanded={isShown} onPress={() => setShown(!isShown)}>
        {t(isShown ? 'data-export.chart.hide-table' : 'data-export.chart.show-table')}
      </Button>
      {isShown && (
        <div className={styles.table} {...scrollProps} aria-label={t('data-export.chart.title')}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The table can get the focus, because a scrolling area must be reachable by keyboard. */
const scrollProps = { tabIndex: 0, role: 'group' } as const

export type ChartTableProps = {
  /** The header of each column after the time, such as 'Room'. */
  columns: readonly string[]
  rows: readonly ChartTableRow[]
}

/** `at`: epoch seconds. `values`: one formatted value for each column; null if there is no value. */
export type ChartTableRow = { at: number; moment: string; values: readonly (string | null)[] }

/** Shows the points of a chart as a table. */
export function ChartTable({ columns, rows }: ChartTableProps) {
  const { t } = useTexts()
  return (
    <table>
      <caption>{t('data-export.chart.title')}</caption>
      <thead>
        <tr>
          {[t('data-export.chart.time'), ...columns].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, moment, values }) => (
          <tr key={at}>
            <th scope="row">{moment}</th>
            {columns.map((column, index) => (
              <td key={column}>{values[index] ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
