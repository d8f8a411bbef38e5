import { useMemo, useState } from 'react'
import type { History } from '#contract/history.ts'
import { dayS } from '#contract/durations.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LineLegend, StatusLegend } from '../charts/chart-legends.tsx'
import { createChartFormatters } from '../charts/chart-formatters.ts'
import chart from '../charts/chart.module.css'
import { collectFaultPeriods, collectStatusPeriods } from './colour-periods.ts'
import {
  type HistoryColumns,
  needsDailyColumns,
  findNearestIndex,
  toHistoryColumns,
  toDailyHistoryColumns,
} from './history-columns.ts'
import type { HistoryChartData } from './draw-history-chart.ts'
import { HistoryDrawing } from './history-drawing.tsx'
import { findReportedLines } from './history-lines.ts'
import { describePoint } from './point-words.ts'
import { type LoadedHistory, useZoomedHistory } from './use-zoomed-history.ts'
import { type ChartView, isWholePeriodVisible, computeViewLengthS } from './chart-view.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

/** Shows a history as a zoomable chart, with the values under the pointer as text. */
export function HistoryChartFigure({ history, request, bounds }: LoadedHistory) {
  const { t, locale } = useTexts()
  // The view that the person has chosen. Null shows the whole period, also when the period becomes longer.
  const [chosen, setChosen] = useState<ChartView | null>(null)
  const view = chosen ?? bounds
  // The time of the marked point. The state is a time and not an index, because the columns change with the zoom.
  const [point, setPoint] = useState<number | null>(null)
  const closer = useZoomedHistory({ history, request, bounds }, chosen)
  const [width, setWidth] = useState(0)
  const columns = useColumns(closer, needsDailyColumns(computeViewLengthS(view), closer.stepSeconds, width))
  const words = useMemo(() => createChartFormatters(locale, columns.stepSeconds), [locale, columns.stepSeconds])
  const shownData = useMemo<HistoryChartData>(
    () => ({
      columns,
      statuses: collectStatusPeriods(closer),
      faults: collectFaultPeriods(closer),
      view,
      words,
      strips: { status: t('data-export.chart.status'), faults: t('history.faults') },
    }),
    [columns, closer, view, words, t],
  )
  const isDaily = columns.stepSeconds >= dayS && closer.stepSeconds < dayS
  const markedIndex = point === null ? null : findNearestIndex(point, columns)
  const pointTexts =
    markedIndex === null ? null : describePoint({ columns, history: closer, index: markedIndex }, { t, locale }, words)
  const shownLines = useMemo(() => findReportedLines(history), [history])
  const gestures = {
    view,
    bounds,
    onView: (next: ChartView) => setChosen(isWholePeriodVisible(next, bounds) ? null : next),
  }
  return (
    <figure className={chart.figure}>
      <ZoomButtons {...gestures} />
      <HistoryDrawing
        {...{ shown: shownData, gestures, said: pointTexts, width }}
        index={markedIndex}
        onPoint={setPoint}
        onWidth={setWidth}
      />
      <figcaption className={chart.legend}>
        <LineLegend lines={shownLines} />
        <StatusLegend statuses={history.statuses.map(({ status }) => status)} />
        {isDaily && <p className={chart.hint}>{t('data-export.chart.daily')}</p>}
      </figcaption>
    </figure>
  )
}

function useColumns(history: History, isByDay: boolean): HistoryColumns {
  return useMemo(() => (isByDay ? toDailyHistoryColumns(history) : toHistoryColumns(history)), [history, isByDay])
}
