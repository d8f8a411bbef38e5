const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** A day of the calendar, `YYYY-MM-DD` in UTC: '5 Jan 2025'. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
}

/** The days of a range: '1–31 Jan 2026'. */
export function formatDays({ from, to }: { from: string; to: string }, locale: string): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatRange(Date.parse(from), Date.parse(to))
}

/** The day of a moment, RFC 3339, in the reader's time zone. */
export function formatDayOf(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, options).format(Date.parse(moment))
}
