import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

const off = { enabled: false }

/** The violations that axe finds in a page: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A tooltip belongs to its button, wherever it is in the page.
  return found(page, { runOnly: { type: 'tag', values: tags }, rules: { region: off } })
}

/** The violations in parts of a page, which lack the headings and landmarks of a whole one, and may be alike. */
export async function violationsOfPart(page: Page): Promise<string[]> {
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

/** Only the violations of colour rules, after the rest was checked in the other scheme. */
export async function violationsOfColour(page: Page): Promise<string[]> {
  return found(page, { runOnly: { type: 'rule', values: rulesOfColour } })
}

/** Passed rules are not reported, which would take longer than the check on a large page. */
async function found(page: Page, wanted: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(
    async (options) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      // The rows of a long table are alike, and 700 of them would take half a minute.
      const context = { exclude: ['tbody > tr:nth-child(n + 21)'] }
      const { violations } = await checker.run(context, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    { ...wanted, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}
