import { minuteMs } from '#contract/durations.ts'
import type { History } from '#contract/history.ts'
import { useSettled } from '#client/use-settled.ts'
import { type HistoryRequest, useHistory } from './use-history.ts'
import { type ChartView, computeViewLengthS } from './chart-view.ts'

/** A loaded history, its request, and the period for which it has data. */
export type LoadedHistory = { history: History; request: HistoryRequest; bounds: ChartView }

const settledAfterMs = 300

/**
 * Loads the visible part again in shorter steps if the person sees less than half of the range and the steps are longer
 * than a minute. Returns this part if it covers the view, otherwise the given history.
 */
export function useZoomedHistory({ history, request, bounds }: LoadedHistory, chartView: ChartView | null): History {
  const settledView = useSettled(chartView, settledAfterMs, chartView)
  const isClose =
    settledView !== null && computeViewLengthS(settledView) < computeViewLengthS(bounds) / 2 && history.stepSeconds > 60
  const closer = useHistory(isClose ? closerRequest(request, settledView, bounds) : null).latest?.history
  if (!chartView || !closer || closer.stepSeconds >= history.stepSeconds) return history
  const [from, to] = [Date.parse(closer.from) / 1000, Date.parse(closer.to) / 1000]
  return from <= chartView.from && chartView.to <= to ? { ...closer, faults: history.faults } : history
}

const closerPoints = 1_000

function closerRequest(request: HistoryRequest, view: ChartView, bounds: ChartView): HistoryRequest {
  const margin = computeViewLengthS(view) / 2
  const moment = (at: number) => new Date(Math.round(at / 60) * minuteMs).toISOString()
  const isAtEnd = view.to + margin >= bounds.to
  return {
    ...request,
    from: moment(Math.max(bounds.from, view.from - margin)),
    to: isAtEnd ? request.to : moment(view.to + margin),
    points: closerPoints,
  }
}
