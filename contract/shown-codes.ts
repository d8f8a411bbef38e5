/** A code as people read and print it: in groups of so many characters. */
export function inGroupsOf(size: number, code: string): string {
  return Array.from({ length: Math.ceil(code.length / size) }, (_, group) =>
    code.slice(group * size, (group + 1) * size),
  ).join(' ')
}

/** A serial number as people read and print it: digits in groups of three, anything else as it is. Specification 13.5. */
export function shownSerial(serial: string): string {
  return /^\d+$/u.test(serial) ? inGroupsOf(3, serial) : serial
}
