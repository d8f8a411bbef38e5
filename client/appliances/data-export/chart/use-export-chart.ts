import { useEffect, useState } from 'react'
import type { ExportChart } from '#contract/data-export.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { readExportChart } from '../data-exports-slice.ts'

export type ExportChartLoadState =
  | { kind: 'loading'; before: ExportChart | null }
  | { kind: 'failed' }
  | { kind: 'read'; chart: ExportChart }

export type ChartPeriod = { from: string; to: string }

export type UseExportChartResult = { state: ExportChartLoadState; retry(): void }

/**
 * The pause before a chart loads, in ms. People type a date digit by digit, and nobody needs charts for incomplete
 * dates.
 */
const settledAfterMs = 400

/** The result of a request; null if it failed. */
type Result = { key: string; chart: ExportChart | null }

/** Loads the chart of a period. The previous chart stays until the new one is loaded. */
export function useExportChart(applianceId: string, { from, to }: ChartPeriod): UseExportChartResult {
  const dispatch = useCallDispatch()
  const [result, setResult] = useState<Result | null>(null)
  const [tries, setTries] = useState(0)
  const key = `${from}/${to}/${tries}`

  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(async () => {
      const action = await dispatch(readExportChart({ applianceId, range: { from, to } }))
      if (isWanted) setResult({ key, chart: readExportChart.fulfilled.match(action) ? action.payload : null })
    }, settledAfterMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [dispatch, applianceId, from, to, key])

  return { state: stateOf(result, key), retry: () => setTries(tries + 1) }
}

function stateOf(result: Result | null, key: string): ExportChartLoadState {
  if (result?.key !== key) return { kind: 'loading', before: result?.chart ?? null }
  return result.chart === null ? { kind: 'failed' } : { kind: 'read', chart: result.chart }
}
