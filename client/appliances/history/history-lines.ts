import type { History } from '#contract/history.ts'
import type { ChartLine } from '../charts/chart-legends.tsx'
import type { PaneId } from './drawing-panes.ts'

/**
 * Identifies a line. All lines are temperatures, except `power`: the modulation of burner or compressor. The line
 * `power` has no pane and is drawn below the others.
 */
export type HistoryLineId = 'room' | 'setpoint' | 'outdoor' | 'flow' | 'hotWater' | 'power'

export type HistoryLine = ChartLine & { id: HistoryLineId; pane: PaneId | null; datapoints: readonly string[] }

/** The lines of a history, in drawing and legend order. */
export const historyLines: readonly HistoryLine[] = [
  {
    id: 'room',
    pane: 'comfort',
    datapoints: ['hc1.roomTemperature'],
    name: 'readings.room',
    colour: '--chart-room',
    dash: [],
  },
  {
    id: 'setpoint',
    pane: 'comfort',
    datapoints: ['hc1.roomSetpoint'],
    name: 'history.setpoint',
    colour: '--chart-room',
    dash: [2, 4],
  },
  {
    id: 'outdoor',
    pane: 'comfort',
    datapoints: ['heatCurve.outdoorTemperature'],
    name: 'readings.outdoor',
    colour: '--chart-outdoor',
    dash: [10, 4],
  },
  {
    id: 'flow',
    pane: 'appliance',
    datapoints: ['heatCurve.flowTemperature'],
    name: 'readings.flow',
    colour: '--chart-flow',
    dash: [6, 3],
  },
  {
    id: 'hotWater',
    pane: 'appliance',
    datapoints: ['dhw1.temperature'],
    name: 'readings.hot-water',
    colour: '--chart-hot-water',
    dash: [2, 3],
  },
  {
    id: 'power',
    pane: null,
    datapoints: ['heatCurve.burnerModulation', 'heatCurve.compressorModulation'],
    name: 'history.power',
    colour: '--idle',
    dash: [],
  },
]

/** The lines with a band from minimum to maximum. The set temperature and the power have none. */
export const historyLinesWithBand = historyLines.filter(({ id }) => id !== 'power' && id !== 'setpoint')

/** Returns the lines that have values in a history. */
export function findReportedLines({ series }: Pick<History, 'series'>): HistoryLine[] {
  const reportedDatapoints = new Set(series.flatMap(({ datapoint, points }) => (points.length > 0 ? [datapoint] : [])))
  return historyLines.filter(({ datapoints }) => datapoints.some((each) => reportedDatapoints.has(each)))
}
