import uPlot from 'uplot'
import { type Drawing, markFontOf } from '../chart-drawing.ts'
import type { ChartWords } from '../chart-words.ts'
import type { ToneRun } from './bands.ts'
import type { Columns } from './columns.ts'
import { type LineId, lines, temperatureLines } from './lines.ts'
import type { View } from './view.ts'

/** The data of one drawing. */
export type Shown = {
  columns: Columns
  statuses: readonly ToneRun[]
  faults: readonly ToneRun[]
  view: View
  words: ChartWords
}

export type DrawnHistory = Drawing & {
  show(shown: Shown): void
  /** Marks a point of the columns; null removes the mark. */
  mark(index: number | null): void
}

export type DrawHistory = {
  container: HTMLElement
  shown: Shown
  /** Called with the time of the point under the pointer in epoch seconds; null if there is none. */
  onPoint(at: number | null): void
}

const height = 320
const axisHeight = 36
const axisWidth = 48
const topMargin = 8
const rightMargin = 8
const plotHeight = height - axisHeight - topMargin
const bandHeight = 9
const bandsHeight = 2 * bandHeight + 3
/** The height of the power area, between the bands and the temperatures. */
const powerHeight = 48

/**
 * Draws temperatures as lines with bands from minimum to maximum, the power as an area, and status and faults below.
 * Each drawing reads the colours from the design tokens.
 */
export function drawHistory({ container, shown: first, onPoint }: DrawHistory): DrawnHistory {
  let shown = first
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
        x: { range: () => [shown.view.from, shown.view.to] },
        y: { range: (_, least, most) => temperatureRange(least, most) },
        power: { range: () => powerRange },
      },
      axes: axes(colour, markFontOf(container), () => shown.words),
      series: [{}, ...lines.flatMap((line) => seriesOf(line, { colour, faint }))],
      bands: temperatureLines.map(({ id, colour: token }) => ({
        series: [columnOf(id) + 1, columnOf(id)],
        fill: () => faint(token, 26),
      })),
      hooks: {
        draw: [(drawn) => drawRuns(drawn, shown, colour)],
        setCursor: [({ cursor: { idx } }) => onPoint(shown.columns.at[idx ?? -1] ?? null)],
      },
    },
    toData(first.columns),
    container,
  )
  plot.over.style.touchAction = 'pan-y'

  return {
    show: (next) => {
      const isOther = next.columns !== shown.columns
      shown = next
      if (isOther) plot.setData(toData(next.columns), false)
      plot.setScale('x', { min: next.view.from, max: next.view.to })
    },
    resize: (width) => plot.setSize({ width, height }),
    redraw: () => plot.redraw(false),
    mark: (index) => {
      const at = index === null ? undefined : shown.columns.at[index]
      plot.setCursor(at === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(at, 'x'), top: 10 })
    },
    remove: () => plot.destroy(),
  }
}

/** The position of a time, in CSS pixels from the left edge of an element of `width`. */
export function leftOf(at: number, { from, to }: View, width: number): number {
  return axisWidth + ((at - from) / (to - from)) * (width - axisWidth - rightMargin)
}

type Colours = { colour(token: string): string; faint(token: string, percent: number): string }

/** Each line has three columns: least, most, middle. */
function columnOf(id: LineId): number {
  return 1 + 3 * lines.findIndex((line) => line.id === id)
}

function isMiddle(index: number): boolean {
  return index > 0 && index % 3 === 0
}

const edge: uPlot.Series = { width: 0, points: { show: false } }

function seriesOf({ id, colour: token, dash }: (typeof lines)[number], { colour, faint }: Colours): uPlot.Series[] {
  const line = { stroke: () => colour(token), points: { show: false }, width: 2 }
  if (id !== 'power') return [{ ...edge }, { ...edge }, { ...line, dash: [...dash] }]
  const power = { scale: 'power' }
  const area = { ...line, ...power, width: 1, fill: () => faint(token, 30), fillTo: 0 }
  return [{ ...edge, ...power }, { ...edge, ...power }, area]
}

function toData({ at, of }: Columns): uPlot.AlignedData {
  return [at, ...lines.flatMap(({ id }) => [of[id].least, of[id].most, of[id].middle])]
}

function axes(colour: (token: string) => string, font: string, words: () => ChartWords): uPlot.Axis[] {
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
      grid: thin,
      ticks: thin,
      size: axisWidth,
      splits: (...[, , low, high, distance]) => marksAbove(lowestOf(low, high), high, distance),
      values: (_, degrees) => degrees.map((each) => `${each}°`),
    },
    { scale: 'power', show: false },
  ]
}

/** Half of the widest label in pixels; a label nearer to the right edge would be cut. */
const halfMark = 26

function isAtTheEdge(plot: uPlot, at: number): boolean {
  const { max = 0 } = plot.scales['x'] ?? {}
  return plot.valToPos(max ?? 0, 'x') - plot.valToPos(at, 'x') < halfMark - rightMargin
}

const reserved = (bandsHeight + powerHeight) / plotHeight

/** Limits in steps of five degrees, with free space for bands and power. */
function temperatureRange(least: number | null, most: number | null): uPlot.Range.MinMax {
  const [low, high] =
    least === null || most === null ? [0, 60] : [Math.floor(least / 5) * 5, Math.ceil((most + 1) / 5) * 5]
  return [low - ((high - low) * reserved) / (1 - reserved), high]
}

function lowestOf(low: number, high: number): number {
  return low + (high - low) * reserved
}

function marksAbove(low: number, high: number, distance: number): number[] {
  const first = Math.ceil((low - 0.001) / distance) * distance
  return Array.from({ length: Math.floor((high - first) / distance + 0.001) + 1 }, (_, step) => first + step * distance)
}

/** Scales 0 to 100 per cent to their area above the bands. */
const percentPerPx = 100 / (powerHeight - 6)
const powerRange: uPlot.Range.MinMax = [
  -(bandsHeight + 3) * percentPerPx,
  (plotHeight - bandsHeight - 3) * percentPerPx,
]

function drawRuns(plot: uPlot, { statuses, faults }: Shown, colour: (token: string) => string): void {
  const bottom = plot.bbox.top + plot.bbox.height
  const thickness = bandHeight * uPlot.pxRatio
  fillRuns(plot, statuses, { top: bottom - thickness, thickness, colour })
  fillRuns(plot, faults, { top: bottom - 2 * thickness - 2 * uPlot.pxRatio, thickness, colour })
}

type Band = { top: number; thickness: number; colour(token: string): string }

/** Makes a fault of a minute visible in a year. */
const leastWidthPx = 2

function fillRuns(plot: uPlot, runs: readonly ToneRun[], { top, thickness, colour }: Band): void {
  const { ctx, bbox } = plot
  const [first, last] = [bbox.left, bbox.left + bbox.width]
  ctx.save()
  for (const { tone, from, to } of runs) {
    const left = Math.max(first, plot.valToPos(from, 'x', true))
    const right = Math.min(last, Math.max(plot.valToPos(to, 'x', true), left + leastWidthPx * uPlot.pxRatio))
    ctx.fillStyle = colour(`--${tone}`)
    if (right > left && plot.valToPos(to, 'x', true) > first) ctx.fillRect(left, top, right - left, thickness)
  }
  ctx.restore()
}
