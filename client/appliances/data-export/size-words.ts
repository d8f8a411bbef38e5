const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/**
 * How large a file is, with up to three figures.
 *
 *     512 -> 512 byte   1500 -> 1.5 kB   12_345_678 -> 12.3 MB
 */
export function formatSize(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const unit = units[power] ?? 'byte'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(
    bytes / 1000 ** power,
  )
}
