import { measureInTurns, median, type RoundValues } from './measure-in-turns.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printRatio } from './print-figures.ts'

/**
 * A line that a comparison prints: the ratio of two contenders, by default of `ours` to `baseline`. `of` returns the
 * compared number of a measured value, and `unit` its unit.
 */
export type ComparedFigure<Name extends string, Value> = {
  label: string
  pair?: readonly [one: Name, other: Name]
  of: (value: Value) => number
  unit: string
  digits?: number
  limit: FigureLimit
}

type Comparison<Name extends string, Value> = {
  /** The number of first rounds that do not count. */
  warmUps?: number
  rounds: number
  figures: readonly ComparedFigure<Name | 'ours' | 'baseline', Value>[]
}

/**
 * Measures contenders in turn, and prints their ratios. Measures the baseline twice in each round, and prints its
 * ratio to itself, which shows the measuring error.
 */
export async function compareWithBaseline<Name extends string, Value>(
  contenders: Record<Name | 'ours' | 'baseline', () => Promise<Value>>,
  { warmUps = 0, rounds, figures }: Comparison<Name, Value>,
): Promise<RoundValues<Name | 'ours' | 'baseline', Value>> {
  const all: Record<string, () => Promise<Value>> = { ...contenders, baselineAgain: contenders.baseline }
  await measureInTurns(all, warmUps)
  const measured = await measureInTurns(all, rounds)
  for (const { label, pair: [one, other] = ['ours', 'baseline'], of, unit, digits = 0, limit } of figures) {
    const valuesOf = (name: string): number[] => (measured[name] ?? []).map(of)
    const describe = (name: string): string => `${name} ${median(valuesOf(name)).toFixed(digits)} ${unit}`
    const print = (text: string, [first, second]: [string, string], asked: FigureLimit): void =>
      printRatio(text, [valuesOf(first), valuesOf(second)], {
        limit: asked,
        figures: `${describe(second)}; ${describe(first)}`,
      })
    print(label, [one, other], limit)
    if (other === 'baseline')
      print(`${label}: the baseline against itself`, ['baselineAgain', 'baseline'], limitOfBaselineAgainstItself)
  }
  return measured
}
