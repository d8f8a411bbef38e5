import type { Scheme } from '#brands/theme.ts'

/**
 * Shows this document in one scheme, whatever the reader's system prefers: every `prefers-color-scheme` of its styles is
 * answered for it. Styles that come later, as in development, are answered when they come.
 */
export function forceScheme(page: Document, scheme: Scheme): void {
  page.documentElement.style.colorScheme = scheme
  const answerAll = (): void => {
    for (const sheet of page.styleSheets) answer(sheet.cssRules, scheme)
  }
  answerAll()
  new MutationObserver(answerAll).observe(page.head, { childList: true, subtree: true, characterData: true })
}

function answer(rules: CSSRuleList, scheme: Scheme): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme')) {
      rule.media.mediaText = rule.conditionText.includes(scheme) ? 'all' : 'not all'
    }
    if (rule instanceof CSSGroupingRule) answer(rule.cssRules, scheme)
  }
}
