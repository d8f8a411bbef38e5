/**
 * Converts a typed serial number to its registered form, without white space and dashes. The name of a test gateway
 * keeps its dashes, and its prefix `cold` becomes lower case. Specification 13.5.
 */
export function normaliseSerialNumber(typedSerial: string): string {
  const compact = typedSerial.replace(/\s/gu, '')
  return /^cold/iu.test(compact) ? `cold${compact.slice(4)}` : compact.replaceAll('-', '')
}
