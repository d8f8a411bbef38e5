/**
 * When something was, as short as it can be understood: the time today, with the date before, with the year
 * before this year. Both are epoch ms, in the reader's time zone.
 *
 *     14:03   3 May, 14:03   3 May 2025, 14:03
 *
 * The hour before ten has the digits that the language gives it alone: 01:03 in German, with a month beside it, too.
 */
export function formatMoment(at: number, now: number, locale: string): string {
  const options = { ...dayOf(new Date(at), new Date(now)), hour: hourOf(locale), minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, options).format(at)
}

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

function dayOf(then: Date, today: Date): Intl.DateTimeFormatOptions {
  if (then.toDateString() === today.toDateString()) return {}
  return then.getFullYear() === today.getFullYear() ? day : { ...day, year: 'numeric' }
}

/** One o'clock in UTC. */
const oneOClock = 3_600_000

function hourOf(locale: string): 'numeric' | '2-digit' {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(oneOClock)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
}
