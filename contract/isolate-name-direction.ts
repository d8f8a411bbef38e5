/** Matches a character of Hebrew, Arabic or another script that is written from right to left. */
const rightToLeft = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Prepares a name for the middle of a text. A name with right-to-left characters is enclosed in the Unicode marks FSI
 * and PDI (UAX 9). So the name does not change the direction of the text around it.
 */
export function isolateNameDirection(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}
