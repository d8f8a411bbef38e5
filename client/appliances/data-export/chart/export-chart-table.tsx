import type { ExportChart } from '#contract/data-export.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChartTable } from '#client/appliances/charts/chart-table.tsx'
import type { ChartFormatters } from '#client/appliances/charts/chart-formatters.ts'
import { exportChartLines } from './export-chart-lines.ts'

export type ExportChartTableProps = { chart: ExportChart; words: ChartFormatters }

/** Shows the data of an export chart as a table, one row for each step. */
export function ExportChartTable({ chart, words }: ExportChartTableProps) {
  const { t } = useTexts()
  const columns = [...exportChartLines.map(({ name }) => t(name)), t('data-export.chart.status')]
  const rows = chart.at.map((at, index) => {
    const status = chart.status[index] ?? null
    const temperatures = exportChartLines.map(({ id }) => {
      const value = chart[id][index] ?? null
      return value === null ? null : words.temperature(value)
    })
    return { at, moment: words.moment(at), values: [...temperatures, status && t(`appliance.status.${status}`)] }
  })
  return <ChartTable columns={columns} rows={rows} />
}
