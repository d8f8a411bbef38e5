/** The portal's own typeface. `letters`: the characters for which the browser loads each font file. */
export const portalTypeface = {
  name: 'Portal',
  weights: '400 700',
  letters: { latin: 'U+20-7E, U+A0-FF, U+2010-2026', latinExtended: 'U+100-17F' },
} as const
