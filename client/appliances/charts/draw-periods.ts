import uPlot from 'uplot'
import type { ColourPeriod } from './colour-periods.ts'

export type PeriodStrip = {
  /** The upper edge and the thickness of the strip, in pixels of the canvas. */
  top: number
  thickness: number
  /** The minimum width of a period in CSS pixels. */
  minWidthPx: number
  colour(token: string): string
}

/** Draws periods as a strip, within the area of the chart. */
export function drawPeriods(plot: uPlot, periods: readonly ColourPeriod[], strip: PeriodStrip): void {
  const { ctx, bbox } = plot
  const [first, last] = [bbox.left, bbox.left + bbox.width]
  ctx.save()
  for (const { tone, from, to } of periods) {
    const left = Math.max(first, plot.valToPos(from, 'x', true))
    const right = Math.min(last, Math.max(plot.valToPos(to, 'x', true), left + strip.minWidthPx * uPlot.pxRatio))
    ctx.fillStyle = strip.colour(`--${tone}`)
    if (right > left && plot.valToPos(to, 'x', true) > first)
      ctx.fillRect(left, strip.top, right - left, strip.thickness)
  }
  ctx.restore()
}
