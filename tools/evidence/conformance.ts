import { wcagCriteria, type WcagCriterion, criterionNumberOfTag } from './wcag.ts'

/** The findings of axe-core on the screens of one brand. */
export type AxeFindings = {
  axeVersion: string
  /** The names of the screens and dialogs that were checked, in the light and the dark appearance. */
  screens: string[]
  /** The checked rules. `tags`: the tags of axe-core. `violations`: the screen and the element of each violation. */
  rules: { id: string; tags: string[]; violations: string[] }[]
}

/** The number of passed and failed end-to-end tests in a file. */
export type EndToEndResult = { file: string; passed: number; failed: number }

/** A person's evaluation of a criterion, after trying the portal by hand or with assistive technology. */
export type HumanEvaluation = {
  criterion: string
  level: ConformanceLevel
  notes: string
  evaluator: string
  date: string
}

/** The conformance levels of OpenACR. */
export type ConformanceLevel =
  | 'supports'
  | 'partially-supports'
  | 'does-not-support'
  | 'not-applicable'
  | 'not-evaluated'

export type CriterionResult = WcagCriterion & { adherence: ConformanceLevel; notes: string }

/** The end-to-end test files that test each criterion, in addition to axe-core. */
const triedBy: Readonly<Record<string, readonly string[]>> = {
  '1.4.1': ['layout.spec.ts'],
  '1.4.3': ['all-screens.spec.ts'],
  '1.4.4': ['layout.spec.ts'],
  '1.4.10': ['layout.spec.ts', 'all-screens.spec.ts'],
  '2.1.1': ['focus.spec.ts', 'appearance.spec.ts'],
  '2.1.2': ['focus.spec.ts'],
  '2.4.1': ['accessibility.spec.ts'],
  '2.4.3': ['focus.spec.ts'],
  '2.4.6': ['accessibility.spec.ts'],
  '2.4.11': ['layout.spec.ts'],
  '3.1.1': ['appearance.spec.ts'],
}

/** All end-to-end test files that count as evidence. */
export const evidenceTestFiles: readonly string[] = [...new Set(Object.values(triedBy).flat())].toSorted()

type Evidence = { axe: AxeFindings; endToEnd: readonly EndToEndResult[]; evaluations: readonly HumanEvaluation[] }

/**
 * Returns the conformance of one brand for each criterion. With a violation or a failed test, a criterion is at best
 * `partially-supports`. Without these, the evaluation of a person decides. Without an evaluation, the criterion is
 * `not-evaluated`, because automated checks cannot show that it is met.
 */
export function conformanceOf(evidence: Evidence): CriterionResult[] {
  return wcagCriteria.map((criterion) => ({ ...criterion, ...resultOf(criterion.number, evidence) }))
}

function resultOf(
  number: string,
  { axe, endToEnd, evaluations }: Evidence,
): Pick<CriterionResult, 'adherence' | 'notes'> {
  const rules = axe.rules.filter(({ tags }) => tags.some((tag) => criterionNumberOfTag(tag) === number))
  const violations = rules.flatMap(({ id, violations: found }) => found.map((element) => `${id} on ${element}`))
  const tests = endToEnd.filter(({ file }) => triedBy[number]?.includes(file))
  const evaluation = evaluations.find(({ criterion }) => criterion === number)
  const isBroken = violations.length > 0 || tests.some(({ failed }) => failed > 0)
  const notes = [
    axeNote(axe, rules.length, violations),
    ...tests.map(({ file, passed, failed }) => `End-to-end tests in e2e/${file}: ${passed} passed, ${failed} failed.`),
    evaluation ? evaluationNote(evaluation) : 'No person has evaluated this criterion.',
  ]
  return {
    adherence: isBroken ? failedCriteria(evaluation) : (evaluation?.level ?? 'not-evaluated'),
    notes: notes.join(' '),
  }
}

function axeNote({ axeVersion, screens }: AxeFindings, rules: number, violations: readonly string[]): string {
  if (rules === 0) return `axe-core ${axeVersion} has no rule for this criterion.`
  const found = violations.length === 0 ? 'no violation' : `violations: ${violations.join('; ')}`
  return `axe-core ${axeVersion} ran ${rules} rules on ${screens.length} screens, light and dark: ${found}.`
}

function evaluationNote({ notes, evaluator, date }: HumanEvaluation): string {
  return `Evaluated by ${evaluator} on ${date}: ${notes}`
}

function failedCriteria(evaluation: HumanEvaluation | undefined): ConformanceLevel {
  return evaluation?.level === 'does-not-support' ? 'does-not-support' : 'partially-supports'
}
