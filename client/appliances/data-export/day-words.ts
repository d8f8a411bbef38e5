import { dateFormat } from '#client/i18n/date-format.ts'

const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** A day of the calendar, `YYYY-MM-DD` in UTC: '5 Jan 2025'. */
export function formatDay(day: string, locale: string): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' })(Date.parse(day))
}

/** The days of a range, each as it is written alone: '1 Jan 2026 – 31 Jan 2026'. */
export function formatDays({ from, to }: { from: string; to: string }, locale: string): string {
  return [...new Set([from, to])].map((day) => formatDay(day, locale)).join(' – ')
}

/** The day of a moment, RFC 3339, in the reader's time zone. */
export function formatDayOf(moment: string, locale: string): string {
  return dateFormat(locale, options)(Date.parse(moment))
}
