import type { PortalMutant } from './portal-mutants.ts'

/** The result of a drill against a mutant, a version of the portal that is broken on purpose. */
export type MutantVerdict =
  | { kind: 'noticed'; finding: string }
  /** `findings`: the other findings of the drill, without duplicates. */
  | { kind: 'unnoticed'; findings: readonly string[] }
  /** The drill did not try the fault. */
  | { kind: 'not-tried' }

const findingLine = /^BROKEN: .*$/gmu
const triedLine = /^.+ lost; waited: /mu

/** Decides whether the drill noticed a mutant, from the output of the drill. */
export function mutantVerdictOf({ noticedBy }: Pick<PortalMutant, 'noticedBy'>, output: string): MutantVerdict {
  const findings = [...new Set(output.match(findingLine) ?? [])]
  const finding = findings.find((line) => noticedBy.test(line))
  if (finding !== undefined) return { kind: 'noticed', finding }
  return triedLine.test(output) ? { kind: 'unnoticed', findings } : { kind: 'not-tried' }
}
