import { readFileSync } from 'node:fs'

/** A success criterion of WCAG 2.2 at level A or AA. */
export type WcagCriterion = { number: string; name: string; level: 'A' | 'AA' }

const file = new URL('wcag-criteria.json', import.meta.url)
const levels = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<'A' | 'AA', Record<string, string>>)

/** The 55 success criteria of levels A and AA. https://www.w3.org/TR/WCAG22/ */
export const wcagCriteria: readonly WcagCriterion[] = levels.flatMap(([level, names]) =>
  Object.entries(names).map(([number, name]) => ({ number, name, level: level as 'A' | 'AA' })),
)

/**
 * Returns the number of the criterion for a tag of axe-core, such as `1.4.10` for `wcag1410`. Returns undefined for a
 * tag that names no criterion.
 */
export function criterionNumberOfTag(tag: string): string | undefined {
  const match = /^wcag(\d)(\d)(\d{1,2})$/u.exec(tag)
  return match ? match.slice(1).join('.') : undefined
}
