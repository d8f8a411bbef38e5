import type { ExportChart } from '#contract/data-export.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { ChartWords } from './chart-words.ts'
import styles from './export-chart-figure.module.css'
import { series } from './series.ts'
import { statusesByTone } from './status-runs.ts'

export type ChartLegendProps = {
  chart: ExportChart
  words: ChartWords
  /** The point whose values are said; null for none. */
  point: number | null
  /** Whether each day is one band. */
  isDaily: boolean
}

/** Which line and which colour is what, and the values of the point under the pointer. */
export function ChartLegend({ chart, words, point, isDaily }: ChartLegendProps) {
  const { t } = useTexts()
  return (
    <figcaption className={styles.legend}>
      <p className={styles.point}>
        {point === null ? t('data-export.chart.hint') : <Moment {...{ chart, words, point }} />}
      </p>
      {isDaily && <p className={styles.point}>{t('data-export.chart.daily')}</p>}
      <ul className={styles.keys}>
        {series.map(({ id, name, colour, dash }) => (
          <li key={id} className={styles.key}>
            <svg width="28" height="12" aria-hidden="true" className={styles.line}>
              <path d="M1 6h26" stroke={`var(${colour})`} strokeDasharray={dash.join(' ')} />
            </svg>
            {t(name)}
            <strong>{valueAt(chart[id], point, words)}</strong>
          </li>
        ))}
      </ul>
      <ul className={styles.keys}>
        {[...statusesByTone(chart)].map(([tone, statuses]) => (
          <li key={tone} className={styles.key}>
            <span className={[styles.swatch, styles[tone]].join(' ')} aria-hidden="true" />
            {statuses.map((status) => t(`appliance.status.${status}`)).join(', ')}
          </li>
        ))}
      </ul>
    </figcaption>
  )
}

function Moment({ chart, words, point }: Omit<ChartLegendProps, 'isDaily'> & { point: number }) {
  const { t } = useTexts()
  const status = chart.status[point] ?? null
  return (
    <>
      {words.moment(chart.at[point] ?? 0)}
      {status !== null && ` · ${t(`appliance.status.${status}`)}`}
    </>
  )
}

function valueAt(values: readonly (number | null)[], point: number | null, { temperature }: ChartWords): string {
  const value = point === null ? null : (values[point] ?? null)
  return value === null ? '' : temperature(value)
}
