import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with a page as it stands: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A tooltip belongs to its button, wherever in the page it stands.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules('region').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
