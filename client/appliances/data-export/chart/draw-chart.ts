import uPlot from 'uplot'
import type { ExportChart } from '#contract/data-export.ts'
import type { StatusTone } from '#client/ui/status-chip/status.ts'
import type { ChartWords } from './chart-words.ts'
import { series } from './series.ts'
import { statusRuns } from './status-runs.ts'

export type DrawnChart = { resize(width: number): void; redraw(): void; remove(): void }

export type DrawParts = {
  place: HTMLElement
  chart: ExportChart
  words: ChartWords
  /** Hears which point the pointer is at; null where it is at none. */
  onPoint(index: number | null): void
}

const height = 260
const bandHeight = 10
const axisFont = '13px system-ui, sans-serif'

/** Draws the temperatures as lines and the status as a band below them. Colours are read from the tokens with each drawing. */
export function drawChart({ place, chart, words, onPoint }: DrawParts): DrawnChart {
  const colour = (token: string) => getComputedStyle(place).getPropertyValue(token).trim()
  const axis = { stroke: () => colour('--ink-muted'), font: axisFont }
  const lines = { stroke: () => colour('--line'), width: 1 }
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { range: () => spanOf(chart) },
        y: { range: (_, least, most) => withRoomForBand(least, most) },
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
        ...series.map(({ colour: token, dash }) => ({ stroke: () => colour(token), width: 2, dash: [...dash] })),
      ],
      hooks: {
        draw: [(drawn) => drawBand(drawn, chart, colour)],
        setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      },
    },
    [chart.at, ...series.map(({ id }) => chart[id])],
    place,
  )
  return {
    resize: (width) => plot.setSize({ width, height }),
    redraw: () => plot.redraw(false),
    remove: () => plot.destroy(),
  }
}

/** From the first step to the end of the last; of a single one, too, which would be shown amid a year. */
function spanOf({ at, stepSeconds }: ExportChart): uPlot.Range.MinMax {
  return [at[0] ?? 0, (at.at(-1) ?? 0) + stepSeconds]
}

const plainRange: uPlot.Range.MinMax = [0, 60]

/** Limits in steps of five degrees, with a tenth of the height free for the band. */
function withRoomForBand(least: number | null, most: number | null): uPlot.Range.MinMax {
  if (least === null || most === null) return plainRange
  const [low, high] = [Math.floor(least / 5) * 5, Math.ceil((most + 1) / 5) * 5]
  return [low - (high - low) / 8, high]
}

const tokens: Readonly<Record<StatusTone, string>> = {
  ok: '--ok',
  warning: '--warning',
  danger: '--danger',
  idle: '--idle',
}

function drawBand(plot: uPlot, chart: ExportChart, colour: (token: string) => string): void {
  const { ctx, bbox } = plot
  const thickness = bandHeight * uPlot.pxRatio
  const top = bbox.top + bbox.height - thickness
  ctx.save()
  for (const { tone, from, to } of statusRuns(chart)) {
    const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)]
    ctx.fillStyle = colour(tokens[tone])
    ctx.fillRect(left, top, Math.min(right, bbox.left + bbox.width) - left, thickness)
  }
  ctx.restore()
}
