import type { Brand } from '#brands/brand.ts'
import type { CriterionResult } from './conformance.ts'

/** An accessibility conformance report in the OpenACR format. https://github.com/GSA/openacr, schema openacr-0.1.0. */
export type OpenAcr = ReturnType<typeof createOpenAcr>

/** Creates the report of one brand. The operator fills in the author and the vendor. */
export function createOpenAcr(
  { name, supportMail }: Pick<Brand, 'name' | 'supportMail'>,
  results: readonly CriterionResult[],
  now: Date,
) {
  const day = now.toISOString().slice(0, 10)
  return {
    title: `Gateway portal, brand ${name}: Accessibility Conformance Report`,
    product: {
      name: `Gateway portal, brand ${name}`,
      version: '0.1.0',
      description: 'Web portal for owners of connected heating systems.',
    },
    author: { company_name: 'To be filled in by the operator', email: supportMail },
    vendor: { company_name: 'To be filled in by the operator', email: supportMail },
    report_date: day,
    last_modified_date: day,
    version: 1,
    notes: 'Automated results only, unless a criterion names the person who evaluated it.',
    evaluation_methods_used:
      'axe-core on every screen of the walk, light and dark, in Chromium; end-to-end tests by role and name; evaluations of people where named.',
    license: 'CC-BY-4.0',
    catalog: 'WCAG 2.2, levels A and AA',
    chapters: {
      success_criteria_level_a: chapterOf(results, 'A'),
      success_criteria_level_aa: chapterOf(results, 'AA'),
    },
  }
}

function chapterOf(results: readonly CriterionResult[], wanted: CriterionResult['level']) {
  const criteria = results
    .filter(({ level }) => level === wanted)
    .map(({ number, name, adherence, notes }) => ({
      num: number,
      handle: name,
      components: [{ name: 'web', adherence: { level: adherence, notes } }],
    }))
  return { criteria }
}
