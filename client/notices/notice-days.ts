import { dayMs } from '#contract/durations.ts'
import { capitalizeFirst, formatWeekday } from '#client/i18n/format.ts'
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
  return capitalizeFirst(formatWeekday(at, now, locale), locale)
}
