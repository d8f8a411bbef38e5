/** The visible range of a chart, in epoch seconds. */
export type View = { from: number; to: number }

/** The shortest visible range: gateways report only every few minutes. */
const shortestS = 15 * 60

/** Scales the visible range by `factor`; the time `at` keeps its position. */
export function zoomView(view: View, bounds: View, { factor, at }: { factor: number; at: number }): View {
  const length = Math.max(Math.min(shortestS, lengthOf(bounds)), lengthOf(view) * factor)
  if (length >= lengthOf(bounds)) return bounds
  const share = (at - view.from) / lengthOf(view)
  return within(at - share * length, length, bounds)
}

/** Moves the visible range by a share of its length; a positive share moves to later times. */
export function moveView(view: View, bounds: View, share: number): View {
  return within(view.from + share * lengthOf(view), lengthOf(view), bounds)
}

function within(from: number, length: number, bounds: View): View {
  const begin = Math.max(bounds.from, Math.min(from, bounds.to - length))
  return { from: begin, to: begin + length }
}

export function lengthOf({ from, to }: View): number {
  return to - from
}

/** Whether the whole period is visible. */
export function isWhole(view: View, bounds: View): boolean {
  return view.from <= bounds.from && view.to >= bounds.to
}
