/**
 * Converts a typed serial number to its registered form: without white space and dashes, but with the dashes in the
 * name of a test gateway, whose `cold` becomes lower case. Specification 13.5.
 */
export function normaliseSerial(typed: string): string {
  const compact = typed.replace(/\s/gu, '')
  return /^cold/iu.test(compact) ? `cold${compact.slice(4)}` : compact.replaceAll('-', '')
}
