import { dateFormat } from './date-format.ts'

/**
 * When something was, as short as it can be understood: the time today, with the date before, with the year
 * before this year. Both are epoch ms, in the reader's time zone.
 *
 *     14:03   3 May, 14:03   3 May 2025, 14:03
 */
export function formatMoment(at: number, now: number, locale: string): string {
  return dateFormat(locale, { ...dayOf(new Date(at), new Date(now)), hour: 'numeric', minute: '2-digit' })(at)
}

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

function dayOf(then: Date, today: Date): Intl.DateTimeFormatOptions {
  if (then.toDateString() === today.toDateString()) return {}
  return then.getFullYear() === today.getFullYear() ? day : { ...day, year: 'numeric' }
}
