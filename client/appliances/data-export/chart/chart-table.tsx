import type { ExportChart } from '#contract/data-export.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { ChartWords } from '../../chart-words.ts'
import { series } from './series.ts'

export type ChartTableProps = { chart: ExportChart; words: ChartWords }

/** The points of the chart in figures. */
export function ChartTable({ chart, words }: ChartTableProps) {
  const { t } = useTexts()
  return (
    <table>
      <caption>{t('data-export.chart.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('data-export.chart.time')}</th>
          {series.map(({ id, name }) => (
            <th key={id} scope="col">
              {t(name)}
            </th>
          ))}
          <th scope="col">{t('data-export.chart.status')}</th>
        </tr>
      </thead>
      <tbody>
        {chart.at.map((at, index) => (
          <Row key={at} chart={chart} words={words} index={index} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ chart, words, index }: ChartTableProps & { index: number }) {
  const { t } = useTexts()
  const status = chart.status[index] ?? null
  return (
    <tr>
      <th scope="row">{words.moment(chart.at[index] ?? 0)}</th>
      {series.map(({ id }) => {
        const value = chart[id][index] ?? null
        return <td key={id}>{value === null ? '–' : words.temperature(value)}</td>
      })}
      <td>{status === null ? '–' : t(`appliance.status.${status}`)}</td>
    </tr>
  )
}
