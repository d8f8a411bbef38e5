/**
 * A day in the reader's words, wherever the reader is.
 *
 *     2022-12-07, en-GB  ->  7 December 2022
 */
export function formatLongDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
