/** What of a chart is shown, in epoch seconds. */
export type View = { from: number; to: number }

/** Nothing shorter is looked at: gateways report once in a while. */
const shortestS = 15 * 60

/** Shows `factor` of what was shown, with the moment `at` in its place. */
export function zoomView(view: View, bounds: View, { factor, at }: { factor: number; at: number }): View {
  const length = Math.max(Math.min(shortestS, lengthOf(bounds)), lengthOf(view) * factor)
  if (length >= lengthOf(bounds)) return bounds
  const share = (at - view.from) / lengthOf(view)
  return within(at - share * length, length, bounds)
}

/** Moves by a share of what is shown: to the later with a positive one. */
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

/** Whether all that may be shown is. */
export function isWhole(view: View, bounds: View): boolean {
  return view.from <= bounds.from && view.to >= bounds.to
}
