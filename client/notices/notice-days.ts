import { dayMs } from '#contract/durations.ts'
import { getDateFormat } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'

/** Returns a key for the day of a time in the browser's time zone; `at` is epoch ms. */
export function dayKeyOf(at: number): string {
  return new Date(at).toDateString()
}

/**
 * Returns the heading of a day: 'Today', 'Yesterday' or the date, with the year if it is not the current one. `at` and
 * `now` are epoch ms.
 */
export function formatDayHeading(at: number, now: number, { t, locale }: { t: Translate; locale: string }): string {
  if (dayKeyOf(at) === dayKeyOf(now)) return t('notices.today')
  const noon = new Date(now).setHours(12, 0, 0, 0)
  if (dayKeyOf(at) === dayKeyOf(noon - dayMs)) return t('notices.yesterday')
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const words: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  const date = getDateFormat(locale, isThisYear ? words : { ...words, year: 'numeric' })(at)
  return date.charAt(0).toLocaleUpperCase(locale) + date.slice(1)
}

/** Formats a time of day, such as `14:03`; `at` is epoch ms. */
export function formatTimeOfDay(at: number, locale: string): string {
  return getDateFormat(locale, { hour: 'numeric', minute: '2-digit' })(at)
}
