import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose answer depends on the colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page as it stands: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A tooltip belongs to its button, wherever in the page it stands.
  return found(axe(page).withTags(tags).disableRules('region'))
}

/** The same for the colours alone, where the rest has been looked at in the other scheme. */
export async function violationsOfColour(page: Page): Promise<string[]> {
  return found(axe(page).withRules(rulesOfColour))
}

/**
 * There are no frames, so that it needs no page of its own to put their findings together. The rows of a long table are
 * alike, and 700 of them would take it half a minute.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().exclude('tbody > tr:nth-child(n + 21)')
}

async function found(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
