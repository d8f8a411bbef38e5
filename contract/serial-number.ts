/**
 * The registered form of a serial number: no white space, no dashes between digits, `cold` in lower case.
 * Specification 13.5.
 */
export function normaliseSerial(typed: string): string {
  const compact = typed.replace(/\s/gu, '')
  return /^cold/iu.test(compact) ? `cold${compact.slice(4)}` : compact.replaceAll('-', '')
}
