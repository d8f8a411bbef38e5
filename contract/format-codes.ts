/** Formats a code as it is printed: in groups of `size` characters. */
export function formatInGroups(size: number, code: string): string {
  return groupsOf(size, code).join(' ')
}

function groupsOf(size: number, code: string): string[] {
  return Array.from({ length: Math.ceil(code.length / size) }, (_, group) =>
    code.slice(group * size, (group + 1) * size),
  )
}

/**
 * Formats a serial number as it is printed: digits in groups of three. A serial number with other characters stays
 * unchanged. Specification 13.5.
 */
export function formatSerialNumber(serial: string): string {
  return splitSerialNumber(serial).join(' ')
}

/**
 * Splits a serial number into groups of three digits, as it is printed. A serial number with other characters is one
 * group.
 */
export function splitSerialNumber(serial: string): string[] {
  return /^\d+$/u.test(serial) ? groupsOf(3, serial) : [serial]
}
