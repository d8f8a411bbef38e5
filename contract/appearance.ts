/** How the page may be shown: as the system wishes, or always light or dark. Specification 2.15. */
export const appearances = ['system', 'light', 'dark'] as const

export type Appearance = (typeof appearances)[number]

/** Keeps the choice in the browser. The page writes it, and the server reads it, so that nothing flashes. */
export const appearanceCookie = 'portal_appearance'

/** What a cookie says; `system` for anything that the page did not write. */
export function appearanceOf(kept: string | undefined): Appearance {
  return appearances.find((each) => each === kept) ?? 'system'
}

/** When a scheme counts, as a media query: `not all` is never. */
export function schemeMedia(scheme: 'light' | 'dark', appearance: Appearance): string {
  if (appearance === 'system') return `(prefers-color-scheme: ${scheme})`
  return appearance === scheme ? 'all' : 'not all'
}
