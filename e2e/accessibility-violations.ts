import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

const off = { enabled: false }

/** Returns the violations that axe finds in a page, each with its rule and element. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // Turns off the rule for content outside landmarks. A tooltip belongs to its button, even if the tooltip is elsewhere
  // in the document.
  return found(page, { runOnly: { type: 'tag', values: tags }, rules: { region: off } })
}

/**
 * Returns the violations in a page that shows only parts of pages. Omits the rules for headings, landmarks and repeated
 * content, because only whole pages fulfil them.
 */
export async function findAccessibilityViolationsOfPart(page: Page): Promise<string[]> {
  const ofWholePages = [
    'region',
    'page-has-heading-one',
    'landmark-one-main',
    'heading-order',
    'landmark-unique',
    'landmark-no-duplicate-banner',
    'landmark-no-duplicate-main',
  ]
  const rules = Object.fromEntries(ofWholePages.map((rule) => [rule, off]))
  return found(page, { runOnly: { type: 'tag', values: tags }, rules })
}

/**
 * Returns the violations of the colour rules only. Use it for the second colour scheme, after `findAccessibilityViolations` has
 * checked all rules in the first.
 */
export async function findColourContrastViolations(page: Page): Promise<string[]> {
  return found(page, { runOnly: { type: 'rule', values: rulesOfColour } })
}

/**
 * Runs axe with these options, but without results for passed rules. On a large page, a report of passed rules takes
 * longer than the check.
 */
async function found(page: Page, runOptions: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(
    async (options) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      // Checks only the first 20 rows of a table. All rows have the same structure, and 700 of them would take half a
      // minute.
      const context = { exclude: ['tbody > tr:nth-child(n + 21)'] }
      const { violations } = await checker.run(context, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    { ...runOptions, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}
