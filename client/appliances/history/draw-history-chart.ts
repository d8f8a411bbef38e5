import uPlot from 'uplot'
import { type ChartDrawing, readLabelFont } from '../charts/chart-drawing.ts'
import type { ChartFormatters } from '../charts/chart-formatters.ts'
import type { ColourPeriod } from '../charts/colour-periods.ts'
import { drawPeriods, type PeriodStrip } from '../charts/draw-periods.ts'
import type { HistoryColumns } from './history-columns.ts'
import { type HistoryLineId, historyLines, historyLinesWithBand } from './history-lines.ts'
import {
  type DrawingArea,
  type PaneLimits,
  computeLimitsFromRange,
  computePaneLimits,
  computeAxisTicks,
  type PaneId,
  computeScaleRange,
} from './drawing-panes.ts'
import type { ChartView } from './chart-view.ts'

export type HistoryChartData = {
  columns: HistoryColumns
  statuses: readonly ColourPeriod[]
  faults: readonly ColourPeriod[]
  view: ChartView
  words: ChartFormatters
  /** The labels above the strips of status and faults. */
  strips: { status: string; faults: string }
}

export type HistoryChartDrawing = ChartDrawing & {
  show(shown: HistoryChartData): void
  /** Marks a point of the columns; null removes the mark. */
  mark(index: number | null): void
}

export type HistoryChartOptions = {
  container: HTMLElement
  shown: HistoryChartData
  /** Called with the time of the point under the pointer, in epoch seconds; null if no point is there. */
  onPoint(at: number | null): void
}

const height = 440
const axisHeight = 36
const axisWidth = 48
const topMargin = 8
const rightMargin = 8
const plotHeight = height - axisHeight - topMargin

/**
 * The heights of the areas in the drawing, from bottom to top: each strip below its label, the power, the two panes.
 */
const stripHeight = 9
const labelHeight = 17
const stripsHeight = 2 * (stripHeight + labelHeight)
const powerArea: DrawingArea = { bottom: stripsHeight + 6, height: 40 }
const gap = 28
const applianceArea: DrawingArea = { bottom: powerArea.bottom + powerArea.height + 8, height: 100 }
const comfortBottom = applianceArea.bottom + applianceArea.height + gap
const areas: Readonly<Record<PaneId, DrawingArea>> = {
  appliance: applianceArea,
  comfort: { bottom: comfortBottom, height: plotHeight - comfortBottom },
}

/** The limits of a pane's axis if the pane has no values. */
const defaultLimits: Readonly<Record<PaneId, PaneLimits>> = {
  comfort: { low: 15, high: 25 },
  appliance: { low: 20, high: 60 },
}

/** The maximum number of ticks of a pane that are legible. */
const maxTicks: Readonly<Record<PaneId, number>> = { comfort: 8, appliance: 4 }

/**
 * Draws a history. Temperatures are lines in two panes, with bands from minimum to maximum. The power is an area; below
 * it are strips of faults and status. Each redraw reads the colours from the design tokens.
 */
export function drawHistoryChart({ container, shown: first, onPoint }: HistoryChartOptions): HistoryChartDrawing {
  let historyChartData = first
  const colour = (token: string) => getComputedStyle(container).getPropertyValue(token).trim()
  const faint = (token: string, percent: number) => `color-mix(in srgb, ${colour(token)} ${percent}%, transparent)`
  const plot = new uPlot(
    {
      width: container.clientWidth,
      height,
      padding: [topMargin, rightMargin, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: (_, index) => (isMiddle(index) ? 9 : 0) } },
      scales: {
        x: { range: () => [historyChartData.view.from, historyChartData.view.to] },
        comfort: { range: (_, min, max) => rangeOf('comfort', min, max) },
        appliance: { range: (_, min, max) => rangeOf('appliance', min, max) },
        power: { range: () => computeScaleRange(powerArea, { low: 0, high: 100 }, plotHeight) },
      },
      axes: createAxes(colour, readLabelFont(container), () => historyChartData.words),
      series: [{}, ...historyLines.flatMap((line) => seriesOf(line, { colour, faint }))],
      bands: historyLinesWithBand.map(({ id, colour: token }) => ({
        series: [columnOf(id) + 1, columnOf(id)],
        fill: () => faint(token, 26),
      })),
      hooks: {
        draw: [(drawn) => drawStrips(drawn, historyChartData, colour)],
        setCursor: [({ cursor: { idx } }) => onPoint(historyChartData.columns.at[idx ?? -1] ?? null)],
      },
    },
    toData(first.columns),
    container,
  )
  plot.over.style.touchAction = 'pan-y'

  return {
    show: (next) => {
      const isOther = next.columns !== historyChartData.columns
      historyChartData = next
      if (isOther) plot.setData(toData(next.columns), false)
      plot.setScale('x', { min: next.view.from, max: next.view.to })
    },
    resize: (width) => plot.setSize({ width, height }),
    redraw: () => plot.redraw(false),
    mark: (index) => {
      const at = index === null ? undefined : historyChartData.columns.at[index]
      plot.setCursor(at === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(at, 'x'), top: 10 })
    },
    remove: () => plot.destroy(),
  }
}

/** Returns the position of a time in CSS pixels from the left edge of an element of `width` CSS pixels. */
export function computeTimePositionPx(at: number, { from, to }: ChartView, width: number): number {
  return axisWidth + ((at - from) / (to - from)) * (width - axisWidth - rightMargin)
}

type Colours = { colour(token: string): string; faint(token: string, percent: number): string }

/** Returns the index of a line's first column. Each line has three columns: minimum, maximum and middle. */
function columnOf(id: HistoryLineId): number {
  return 1 + 3 * historyLines.findIndex((line) => line.id === id)
}

function isMiddle(index: number): boolean {
  return index > 0 && index % 3 === 0
}

const edge: uPlot.Series = { width: 0, points: { show: false } }

const steppedPath = uPlot.paths.stepped?.({ align: 1 })

function seriesOf(
  { id, pane, colour: token, dash }: (typeof historyLines)[number],
  { colour, faint }: Colours,
): uPlot.Series[] {
  const line = { stroke: () => colour(token), points: { show: false }, width: 2 }
  const scale = { scale: pane ?? id }
  if (pane !== null) {
    // Draws the set temperature as steps, because it stays unchanged until somebody changes it.
    const paths = id === 'setpoint' ? steppedPath : undefined
    return [
      { ...edge, ...scale },
      { ...edge, ...scale },
      { ...line, ...scale, dash: [...dash], ...(paths && { paths }) },
    ]
  }
  const area = { ...line, ...scale, width: 1, fill: () => faint(token, 30), fillTo: 0 }
  return [{ ...edge, ...scale }, { ...edge, ...scale }, area]
}

function toData({ at, of }: HistoryColumns): uPlot.AlignedData {
  return [at, ...historyLines.flatMap(({ id }) => [of[id].min, of[id].max, of[id].middle])]
}

function createAxes(colour: (token: string) => string, font: string, words: () => ChartFormatters): uPlot.Axis[] {
  const axis = { stroke: () => colour('--ink-muted'), font }
  const thin = { stroke: () => colour('--line'), width: 1 }
  return [
    {
      ...axis,
      grid: thin,
      ticks: thin,
      space: 72,
      size: axisHeight,
      values: (...[plot, at, , , distance]) => {
        const marks = words().marks(at, distance)
        return marks.map((mark, container) => (isAtTheEdge(plot, at[container] ?? 0) ? '' : mark))
      },
    },
    {
      ...axis,
      scale: 'comfort',
      grid: thin,
      ticks: thin,
      size: axisWidth,
      splits: (plot) => ticksOf(plot).map(({ at }) => at),
      values: (plot) => ticksOf(plot).map(({ degrees }) => `${degrees}°`.replace('-', '−')),
    },
    { scale: 'appliance', show: false },
    { scale: 'power', show: false },
  ]
}

/** Returns the ticks of the two panes for their common axis, which has the scale of the pane `comfort`. */
function ticksOf(plot: uPlot): { at: number; degrees: number }[] {
  return (['appliance', 'comfort'] as const).flatMap((pane) => {
    const limits = computeLimitsFromRange(areas[pane], scaleOf(plot, pane), plotHeight)
    return computeAxisTicks(limits, maxTicks[pane]).map((degrees) => ({
      at: plot.posToVal(plot.valToPos(degrees, pane), 'comfort'),
      degrees,
    }))
  })
}

function scaleOf(plot: uPlot, pane: PaneId): [number, number] {
  const { min, max } = plot.scales[pane] ?? {}
  return [min ?? 0, max ?? 1]
}

/** Half of the width of the widest label in pixels. A label that is nearer to the right edge would be cut off. */
const halfMark = 26

function isAtTheEdge(plot: uPlot, at: number): boolean {
  const { max = 0 } = plot.scales['x'] ?? {}
  return plot.valToPos(max ?? 0, 'x') - plot.valToPos(at, 'x') < halfMark - rightMargin
}

function rangeOf(pane: PaneId, min: number | null, max: number | null): uPlot.Range.MinMax {
  return computeScaleRange(areas[pane], computePaneLimits(min, max, defaultLimits[pane]), plotHeight)
}

/** The minimum width of a period in pixels. With it, a fault of one minute is visible in the chart of a year. */
const minWidthPx = 2

/** Draws the strips of status and faults over time, each below its label. */
function drawStrips(
  plot: uPlot,
  { statuses, faults, strips }: HistoryChartData,
  colour: (token: string) => string,
): void {
  const { pxRatio } = uPlot
  const bottom = plot.bbox.top + plot.bbox.height
  const [thickness, row] = [stripHeight * pxRatio, (stripHeight + labelHeight) * pxRatio]
  for (const [index, [label, runs]] of (
    [
      [strips.status, statuses],
      [strips.faults, faults],
    ] as const
  ).entries()) {
    const top = bottom - thickness - index * row
    fillLabel(plot, label, { top: top - 4 * pxRatio, colour })
    drawPeriods(plot, runs, { top, thickness, minWidthPx, colour })
  }
}

function fillLabel(plot: uPlot, label: string, { top, colour }: Pick<PeriodStrip, 'top' | 'colour'>): void {
  const { ctx, bbox, root } = plot
  ctx.save()
  ctx.font = `${12 * uPlot.pxRatio}px ${getComputedStyle(root).fontFamily}`
  ctx.fillStyle = colour('--ink-muted')
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillText(label, bbox.left + 2 * uPlot.pxRatio, top)
  ctx.restore()
}
