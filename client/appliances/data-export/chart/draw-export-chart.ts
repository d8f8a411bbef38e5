import uPlot from 'uplot'
import type { ExportChart } from '#contract/data-export.ts'
import type { ChartedReading } from '#contract/datapoints.ts'
import { type ChartDrawing, readLabelFont } from '#client/appliances/charts/chart-drawing.ts'
import { drawPeriods } from '#client/appliances/charts/draw-periods.ts'
import type { ChartFormatters } from '#client/appliances/charts/chart-formatters.ts'
import { summarizeByDay, needsDailyBands } from './daily-bands.ts'
import { exportChartLines } from './export-chart-lines.ts'
import { collectExportStatusPeriods } from './status-periods.ts'

export type ExportChartDrawingOptions = {
  container: HTMLElement
  chart: ExportChart
  words: ChartFormatters
  /** Called with the index of the point under the pointer; null if no point is there. */
  onPoint(index: number | null): void
  /** Reports whether each day is drawn as one band. This is the case for a long period on a narrow chart. */
  onDaily(isDaily: boolean): void
}

const height = 260
const bandHeight = 10

/**
 * Draws the temperatures and, below them, the status. If a day would be too narrow for lines, draws the temperatures as
 * one band for each day. Each redraw reads the colours from the design tokens.
 */
export function drawExportChart({
  container,
  chart,
  words,
  onPoint,
  onDaily,
}: ExportChartDrawingOptions): ChartDrawing {
  const colour = (token: string) => getComputedStyle(container).getPropertyValue(token).trim()
  const axis = { stroke: () => colour('--ink-muted'), font: readLabelFont(container) }
  const lines = { stroke: () => colour('--line'), width: 1 }
  const plot = new uPlot(
    {
      width: container.clientWidth,
      height,
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        // Only lines have a highlighted point. The columns of the bands have no points.
        points: { size: (_, index) => (index > exportChartLines.length ? 0 : pointSize) },
      },
      scales: {
        x: { range: () => spanOf(chart) },
        y: { range: (_, min, max) => withSpaceForBand(min, max) },
      },
      axes: [
        {
          ...axis,
          grid: lines,
          ticks: lines,
          space: 72,
          size: 36,
          values: (...[, at, , , distance]) => words.marks(at, distance),
        },
        { ...axis, grid: lines, ticks: lines, size: 44, values: (_, degrees) => degrees.map((each) => `${each}°`) },
      ],
      series: [
        {},
        ...exportChartLines.map(({ colour: token, dash }) => ({
          stroke: () => colour(token),
          width: 2,
          dash: [...dash],
        })),
        ...exportChartLines.flatMap(({ colour: token, dash }) => [
          { ...edge },
          { ...edge, stroke: () => colour(token), width: 1.5, dash: [...dash] },
          { ...edge },
        ]),
      ],
      bands: exportChartLines.map(({ colour: token }, index) => ({
        series: [bandOf(index) + 2, bandOf(index)],
        fill: () => `color-mix(in srgb, ${colour(token)} 35%, transparent)`,
      })),
      hooks: {
        draw: [(drawn) => drawBand(drawn, chart, colour)],
        setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      },
    },
    [
      chart.at,
      ...exportChartLines.map(({ id }) => chart[id]),
      ...exportChartLines.flatMap(({ id }) => bandColumns(chart, id)),
    ],
    container,
  )

  function chooseBands(width: number): void {
    const isDaily = needsDailyBands(chart, width)
    for (const [index] of plot.series.entries()) {
      if (index > 0) plot.setSeries(index, { show: index > exportChartLines.length === isDaily })
    }
    onDaily(isDaily)
  }

  chooseBands(container.clientWidth)
  return {
    resize: (width) => {
      plot.setSize({ width, height })
      chooseBands(width)
    },
    redraw: () => plot.redraw(false),
    remove: () => plot.destroy(),
  }
}

const pointSize = 9

/** The lower and the upper edge of a band, which are invisible themselves. */
const edge: uPlot.Series = { width: 0, points: { show: false } }

/**
 * Returns the index of the first of the three columns of a band. These columns follow the column of times and the
 * columns of lines.
 */
function bandOf(index: number): number {
  return 1 + exportChartLines.length + 3 * index
}

function bandColumns(chart: ExportChart, id: ChartedReading): (number | null)[][] {
  const { min, mean, max } = summarizeByDay(chart.at, chart[id])
  return [min, mean, max]
}

/**
 * Returns the range from the start of the first step to the end of the last step. Without an explicit range, the
 * library would show a single step within a whole year.
 */
function spanOf({ at, stepSeconds }: ExportChart): uPlot.Range.MinMax {
  return [at[0] ?? 0, (at.at(-1) ?? 0) + stepSeconds]
}

const plainRange: uPlot.Range.MinMax = [0, 60]

/**
 * Returns the limits of the temperature axis, in steps of five degrees. About a tenth of the height stays free for
 * the status band.
 */
function withSpaceForBand(min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return plainRange
  const [low, high] = [Math.floor(min / 5) * 5, Math.ceil((max + 1) / 5) * 5]
  return [low - (high - low) / 8, high]
}

function drawBand(plot: uPlot, chart: ExportChart, colour: (token: string) => string): void {
  const thickness = bandHeight * uPlot.pxRatio
  const top = plot.bbox.top + plot.bbox.height - thickness
  drawPeriods(plot, collectExportStatusPeriods(chart), { top, thickness, minWidthPx: 0, colour })
}
