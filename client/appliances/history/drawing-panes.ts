/**
 * The drawing of a history has two panes, one above the other: the comfort of the rooms above, the appliance below.
 * Each has a scale of its own, so that a room temperature of 17 to 22 degrees is not a flat line next to a flow
 * temperature of 60. Below them are the power and the strips of status and faults.
 */
export type PaneId = 'comfort' | 'appliance'

/** An area of the drawing, in pixels. `bottom`: the distance from the lower edge of the drawing. */
export type DrawingArea = { bottom: number; height: number }

/** The lowest and the highest value of a pane. */
export type PaneLimits = { low: number; high: number }

const stepDegrees = 5

/** Returns the limits of a pane, in steps of five degrees around the values; `fallback` if there are no values. */
export function computePaneLimits(min: number | null, max: number | null, fallback: PaneLimits): PaneLimits {
  if (min === null || max === null) return fallback
  const low = Math.floor(min / stepDegrees) * stepDegrees
  return { low, high: Math.max(low + stepDegrees, Math.ceil((max + 0.5) / stepDegrees) * stepDegrees) }
}

/**
 * Returns the range for a scale of the whole drawing that puts `low` and `high` at the edges of the area.
 * `wholeHeight`: the height of the drawing in pixels.
 */
export function computeScaleRange(
  { bottom, height }: DrawingArea,
  { low, high }: PaneLimits,
  wholeHeight: number,
): [number, number] {
  const perPx = (high - low) / height
  return [low - bottom * perPx, low + (wholeHeight - bottom) * perPx]
}

/** The inverse of `computeScaleRange`: returns the limits of a pane for a range of the whole drawing. */
export function computeLimitsFromRange(
  { bottom, height }: DrawingArea,
  [min, max]: readonly [number, number],
  wholeHeight: number,
): PaneLimits {
  const perPx = (max - min) / wholeHeight
  return { low: min + bottom * perPx, high: min + (bottom + height) * perPx }
}

/** The possible distances between ticks in degrees, smallest first. */
const steps = [5, 10, 20, 50]

/** Returns the tick values of an axis: at most `max` values, all of them within the limits. */
export function computeAxisTicks({ low, high }: PaneLimits, max: number): number[] {
  const step = steps.find((each) => (high - low) / each < max) ?? 100
  const first = Math.ceil((low - 0.001) / step)
  return Array.from({ length: Math.floor((high + 0.001) / step) - first + 1 }, (_, index) => (first + index) * step)
}
