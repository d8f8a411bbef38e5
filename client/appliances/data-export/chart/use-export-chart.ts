import { useState } from 'react'
import type { ExportChart } from '#contract/data-export.ts'
import { exportApi } from '#contract/export-api.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { type LookupState, useLookup } from '#client/use-lookup.ts'
import { useSettled } from '#client/use-settled.ts'

export type ChartPeriod = { from: string; to: string }

export type ExportChartLoad = {
  state: LookupState<ExportChart>['kind']
  /** The last loaded chart, which stays visible while the next one loads; null after a failure. */
  chart: ExportChart | null
  retry(): Promise<void>
}

/**
 * The pause before a chart loads, in ms. People type a date digit by digit, and nobody needs charts for incomplete
 * dates.
 */
const settledAfterMs = 400

/** Loads the chart of a period. Only the caller gets the chart; the Redux store does not contain charts. */
export function useExportChart(applianceId: string, { from, to }: ChartPeriod): ExportChartLoad {
  const { call } = useCallDependencies()
  const [chart, setChart] = useState<ExportChart | null>(null)
  const period = `${applianceId}/${from}/${to}`
  const isSettled = useSettled<string | null>(period, settledAfterMs, null) === period
  const { answer, retry } = useLookup(isSettled ? period : null, async () =>
    call(exportApi.readExportChart, { params: { applianceId }, query: { from, to } }),
  )
  const newest = answer.kind === 'there' ? answer.value : null
  if (answer.kind !== 'loading' && newest !== chart) setChart(newest)
  return { state: answer.kind, chart, retry }
}
