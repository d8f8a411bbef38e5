/** The values that were measured for each contender, in the order of the rounds. */
export type RoundValues<Name extends string, Value = number> = Record<Name, Value[]>

/**
 * Measures contenders in turn, so that a disturbance of the machine affects all of them. Every second round is in
 * reverse order, so that a contender does not always follow the same contender.
 */
export async function measureInTurns<Name extends string, Value = number>(
  contenders: Record<Name, () => Promise<Value>>,
  rounds: number,
): Promise<RoundValues<Name, Value>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as RoundValues<Name, Value>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await contenders[name]())
  return measured
}

export type MedianRatio = {
  value: number
  /** The interquartile range of the ratios of all rounds, divided by `value`. */
  spread: number
}

/** Returns the ratio of two contenders: the median of the ratios of all rounds. */
export function ratioOf(one: readonly number[], other: readonly number[]): MedianRatio {
  const ratios = one.map((value, round) => value / (other[round] ?? Number.NaN))
  return { value: median(ratios), spread: relativeSpreadOf(ratios) }
}

/** Returns the interquartile range divided by the median; NaN if there is only one value. */
export function relativeSpreadOf(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a quantile of the values; `part` is from 0 to 1. Interpolates if the quantile is between two values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const position = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(position)] ?? Number.NaN, sorted[Math.ceil(position)] ?? Number.NaN]
  return below + (above - below) * (position - Math.floor(position))
}
