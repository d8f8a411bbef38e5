import type { ExportChart } from '#contract/data-export.ts'
import type { ChartedReading } from '#contract/datapoints.ts'
import type { ChartLine } from '#client/appliances/charts/chart-legends.tsx'

export type ExportChartLine = ChartLine & { id: ChartedReading }

const styles: Record<ChartedReading, Omit<ExportChartLine, 'id'>> = {
  flowTemperature: { name: 'data-export.chart.flow', colour: '--chart-flow', dash: [] },
  roomTemperature: { name: 'data-export.chart.room', colour: '--chart-room', dash: [8, 4] },
  hotWaterTemperature: { name: 'data-export.chart.hot-water', colour: '--chart-hot-water', dash: [2, 4] },
}

/** The lines of the chart, in drawing and legend order. */
export const exportChartLines: readonly ExportChartLine[] = Object.entries(styles).map(([id, style]) => ({
  id: id as ChartedReading,
  ...style,
}))

/** Whether the chart has neither a temperature nor a status. */
export function isEmptyChart(chart: ExportChart): boolean {
  return [...exportChartLines.map(({ id }) => chart[id]), chart.status].every((values) =>
    values.every((value) => value === null),
  )
}

/** Returns the minimum and maximum of a line; null if the line has no value. */
export function findLineLimits(values: readonly (number | null)[]): { min: number; max: number } | null {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : { min: Math.min(...present), max: Math.max(...present) }
}
