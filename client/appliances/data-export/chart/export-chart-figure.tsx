import { useEffect, useMemo, useRef, useState } from 'react'
// oxlint-disable-next-line import/no-unassigned-import -- the library needs its own CSS classes
import 'uplot/dist/uPlot.min.css'
import type { ExportChart as Chart } from '#contract/data-export.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyPart } from '#client/ui/empty-state/empty-part.tsx'
import { Spinner } from '#client/ui/spinner/spinner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { redrawOnChanges } from '#client/appliances/charts/chart-drawing.ts'
import { ExportChartLegend } from './export-chart-legend.tsx'
import { ChartTableToggle } from '#client/appliances/charts/chart-table.tsx'
import { type ChartFormatters, createChartFormatters } from '#client/appliances/charts/chart-formatters.ts'
import shared from '#client/appliances/charts/chart.module.css'
import styles from '../data-export.module.css'
import { drawExportChart } from './draw-export-chart.ts'
import { ExportChartTable } from './export-chart-table.tsx'
import { isEmptyChart, findLineLimits, exportChartLines } from './export-chart-lines.ts'
import { type ChartPeriod, useExportChart } from './use-export-chart.ts'

export type ExportChartFigureProps = { applianceId: string; period: ChartPeriod }

/** Shows the data of a period as a picture and as a table. */
export function ExportChartFigure({ applianceId, period }: ExportChartFigureProps) {
  const { t } = useTexts()
  const { state, chart, retry } = useExportChart(applianceId, period)
  if (state === 'failed') return <FailureCallout onRetry={retry}>{t('data-export.chart.failed')}</FailureCallout>
  return (
    <div className={shared.slot} aria-busy={state === 'loading'}>
      {chart === null ? (
        <div className={styles.chartWaiting}>
          <Spinner label={t('data-export.chart.loading')} />
        </div>
      ) : (
        <ReadChart key={`${chart.from}/${chart.to}`} chart={chart} />
      )}
    </div>
  )
}

function ReadChart({ chart }: { chart: Chart }) {
  const { t, locale } = useTexts()
  const words = useMemo(() => createChartFormatters(locale, chart.stepSeconds), [locale, chart.stepSeconds])
  const [point, setPoint] = useState<number | null>(null)
  const [isDaily, setDaily] = useState(false)
  if (isEmptyChart(chart)) return <EmptyPart title={t('data-export.chart.empty')} />
  return (
    <figure className={shared.figure}>
      <Drawing chart={chart} words={words} onPoint={setPoint} onDaily={setDaily} />
      <ExportChartLegend chart={chart} words={words} point={point} isDaily={isDaily} />
      <ChartTableToggle>
        <ExportChartTable chart={chart} words={words} />
      </ChartTableToggle>
    </figure>
  )
}

type DrawingProps = {
  chart: Chart
  words: ChartFormatters
  onPoint(index: number | null): void
  onDaily(isDaily: boolean): void
}

function Drawing({ chart, words, onPoint, onDaily }: DrawingProps) {
  const { t } = useTexts()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return undefined
    const chartDrawing = drawExportChart({ container: container.current, chart, words, onPoint, onDaily })
    return redrawOnChanges(container.current, chartDrawing)
  }, [chart, words, onPoint, onDaily])
  const summary = exportChartLines.flatMap(({ id, name }) => {
    const limits = findLineLimits(chart[id])
    const { temperature } = words
    if (limits === null) return []
    return t('data-export.chart.limits', {
      name: t(name),
      low: temperature(limits.min),
      high: temperature(limits.max),
    })
  })
  return (
    <>
      <VisuallyHidden>{summary.join(' ')}</VisuallyHidden>
      <div ref={container} className={`${shared.drawing} ${styles.chartDrawing}`} aria-hidden="true" />
    </>
  )
}
