/** What each contender was measured at, in the order of the rounds. */
export type Measured<Name extends string, Value = number> = Record<Name, Value[]>

/**
 * Measures contenders in turn, so that what disturbs the machine disturbs all, and every second round in the reverse
 * order, so that none always comes after another.
 */
export async function measureInTurns<Name extends string, Value = number>(
  contenders: Record<Name, () => Promise<Value>>,
  rounds: number,
): Promise<Measured<Name, Value>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Measured<Name, Value>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await contenders[name]())
  return measured
}

export type Ratio = {
  value: number
  /** The distance between the quarters of the rounds' ratios, as a part of the value. */
  spread: number
}

/** Of two that were measured in the same rounds: the median of the rounds' ratios. */
export function ratioOf(one: readonly number[], other: readonly number[]): Ratio {
  const ratios = one.map((value, round) => value / (other[round] ?? Number.NaN))
  return { value: median(ratios), spread: spreadOf(ratios) }
}

/** The distance between the quarters, as a part of the median; NaN of a single value. */
export function spreadOf(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Between two values when none stands at that place. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN]
  return below + (above - below) * (place - Math.floor(place))
}
