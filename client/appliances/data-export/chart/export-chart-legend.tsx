import type { ExportChart } from '#contract/data-export.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LineLegend, StatusLegend } from '#client/appliances/charts/chart-legends.tsx'
import type { ChartFormatters } from '#client/appliances/charts/chart-formatters.ts'
import styles from '#client/appliances/charts/chart.module.css'
import { exportChartLines } from './export-chart-lines.ts'

export type ExportChartLegendProps = {
  chart: ExportChart
  words: ChartFormatters
  /** The index of the point whose values are shown; null if there is none. */
  point: number | null
  /** Whether each day is drawn as one band. */
  isDaily: boolean
}

/** The legend of lines and colours, with the values of the point under the pointer. */
export function ExportChartLegend({ chart, words, point, isDaily }: ExportChartLegendProps) {
  const { t } = useTexts()
  return (
    <figcaption className={styles.legend}>
      <p className={styles.hint}>
        {point === null ? t('data-export.chart.hint') : <Moment {...{ chart, words, point }} />}
      </p>
      {isDaily && <p className={styles.hint}>{t('data-export.chart.daily')}</p>}
      <LineLegend lines={exportChartLines} value={({ id }) => valueAt(chart[id], point, words)} />
      <StatusLegend statuses={chart.status} />
    </figcaption>
  )
}

function Moment({ chart, words, point }: Omit<ExportChartLegendProps, 'isDaily'> & { point: number }) {
  const { t } = useTexts()
  const status = chart.status[point] ?? null
  return (
    <>
      {words.moment(chart.at[point] ?? 0)}
      {status !== null && ` · ${t(`appliance.status.${status}`)}`}
    </>
  )
}

function valueAt(values: readonly (number | null)[], point: number | null, { temperature }: ChartFormatters): string {
  const value = point === null ? null : (values[point] ?? null)
  return value === null ? '' : temperature(value)
}
