import { getDateFormat } from '#client/i18n/format.ts'

const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** Formats a calendar day, `YYYY-MM-DD` in UTC: '5 Jan 2025'. */
export function formatCalendarDay(day: string, locale: string): string {
  return getDateFormat(locale, { ...options, timeZone: 'UTC' })(Date.parse(day))
}

/**
 * Formats the first and the last day of a range, each in full: '1 Jan 2026 – 31 Jan 2026'. Two equal days are
 * formatted as one.
 */
export function formatDayRange({ from, to }: { from: string; to: string }, locale: string): string {
  return [...new Set([from, to])].map((day) => formatCalendarDay(day, locale)).join(' – ')
}

/** Formats the day of a timestamp (RFC 3339) in the reader's time zone: '5 Jan 2025'. */
export function formatDayOfMoment(moment: string, locale: string): string {
  return getDateFormat(locale, options)(Date.parse(moment))
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats the size of a file, with up to three significant digits: 512 as '512 byte', 12_345_678 as '12.3 MB'. */
export function formatFileSize(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const unit = units[power] ?? 'byte'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(
    bytes / 1000 ** power,
  )
}
