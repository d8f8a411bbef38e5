import type { ProductMutant } from './mutants.ts'

/** The result of a drill against a mutant. */
export type MutantVerdict =
  | { kind: 'noticed'; finding: string }
  /** `findings`: the other findings of the drill, without repetitions. */
  | { kind: 'unnoticed'; findings: readonly string[] }
  /** The drill tried no fault. */
  | { kind: 'not-tried' }

const findingLine = /^BROKEN: .*$/gmu
const triedLine = /^.+ lost; waited: /mu

/** Judges a mutant by the output of its drill. */
export function verdictOf({ noticedBy }: Pick<ProductMutant, 'noticedBy'>, output: string): MutantVerdict {
  const findings = [...new Set(output.match(findingLine) ?? [])]
  const finding = findings.find((line) => noticedBy.test(line))
  if (finding !== undefined) return { kind: 'noticed', finding }
  return triedLine.test(output) ? { kind: 'unnoticed', findings } : { kind: 'not-tried' }
}
