/** The appearance of the page: as the system, or always light or dark. Specification 2.15. */
export const appearances = ['system', 'light', 'dark'] as const

export type Appearance = (typeof appearances)[number]

/** The cookie with the choice. The page writes it and the server reads it, so that the first paint is right. */
export const appearanceCookie = 'portal_appearance'

/** The appearance in a cookie; `system` for any other value. */
export function appearanceOf(kept: string | undefined): Appearance {
  return appearances.find((each) => each === kept) ?? 'system'
}

/** The media query under which a scheme applies; `not all` means never. */
export function schemeMedia(scheme: 'light' | 'dark', appearance: Appearance): string {
  if (appearance === 'system') return `(prefers-color-scheme: ${scheme})`
  return appearance === scheme ? 'all' : 'not all'
}
