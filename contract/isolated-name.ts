/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name for the middle of a text: if it is written from right to left, the marks of Unicode (FSI and PDI, UAX 9) keep its
 * numbers and punctuation with it, and do not turn the text around it.
 */
export function isolatedName(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}
