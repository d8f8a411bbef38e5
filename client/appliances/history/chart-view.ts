/** The visible range of a chart, in epoch seconds. */
export type ChartView = { from: number; to: number }

/** The shortest visible range: gateways report only every few minutes. */
const shortestS = 15 * 60

/** Scales the visible range by `factor`. The time `at` stays at the same position on the screen if `bounds` permits. */
export function zoomView(
  view: ChartView,
  bounds: ChartView,
  { factor, at }: { factor: number; at: number },
): ChartView {
  const length = Math.max(Math.min(shortestS, computeViewLengthS(bounds)), computeViewLengthS(view) * factor)
  if (length >= computeViewLengthS(bounds)) return bounds
  const share = (at - view.from) / computeViewLengthS(view)
  return within(at - share * length, length, bounds)
}

/** Moves the visible range by a share of its length; a positive share moves to later times. */
export function moveView(view: ChartView, bounds: ChartView, share: number): ChartView {
  return within(view.from + share * computeViewLengthS(view), computeViewLengthS(view), bounds)
}

function within(from: number, length: number, bounds: ChartView): ChartView {
  const begin = Math.max(bounds.from, Math.min(from, bounds.to - length))
  return { from: begin, to: begin + length }
}

export function computeViewLengthS({ from, to }: ChartView): number {
  return to - from
}

/** Whether the whole period is visible. */
export function isWholePeriodVisible(view: ChartView, bounds: ChartView): boolean {
  return view.from <= bounds.from && view.to >= bounds.to
}
