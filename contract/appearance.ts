/** The possible appearances of the page: as the system, always light, or always dark. Specification 2.15. */
export const appearances = ['system', 'light', 'dark'] as const

export type Appearance = (typeof appearances)[number]

/**
 * The cookie with the chosen appearance. The page writes it. The server reads it, so that the first paint has the right
 * colours.
 */
export const appearanceCookie = 'portal_appearance'

/**
 * Parses the value of the appearance cookie. Returns `system` if there is no cookie, or if the value is not a choice.
 */
export function parseAppearance(storedText: string | undefined): Appearance {
  return appearances.find((each) => each === storedText) ?? 'system'
}

/**
 * Returns the media query for an element or a rule that belongs to one colour scheme. The query `not all` never
 * matches.
 */
export function schemeMediaQueryOf(scheme: 'light' | 'dark', appearance: Appearance): string {
  if (appearance === 'system') return `(prefers-color-scheme: ${scheme})`
  return appearance === scheme ? 'all' : 'not all'
}
