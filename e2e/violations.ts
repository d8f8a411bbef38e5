import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with a page as it stands: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A tooltip belongs to its button, wherever in the page it stands. What react-aria has just announced may name a
  // button that is gone by now.
  const builder = new AxeBuilder({ page }).withTags(rules).disableRules('region').exclude('[data-live-announcer]')
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
