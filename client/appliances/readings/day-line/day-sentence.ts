import { formatTimeOfDay, getTemperatureFormat } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { formatWorkingTime } from '#client/appliances/state/working-time.ts'
import { type RollingDay, type DayPoint, findTemperatureExtremes } from './day.ts'
import { formatTemperatureRange } from './day-words.ts'

/** A shorter working time would be rounded to 0 minutes. */
const shortestWorkS = 30

type WordsFor = { t: Translate; locale: string }

/**
 * Describes the last 24 hours in sentences: 'In operation for 6.5 hours. 19.8 – 21.4°C in the room. Coldest outside:
 * −3.0°C at 05:40.' Omits values that were not recorded. Specification 2.6.
 */
export function formatDaySentences(day: RollingDay, { t, locale }: WordsFor): readonly string[] {
  const format = getTemperatureFormat(locale)
  const range = formatTemperatureRange(day.room, format)
  const coldest = coldestOf(day.outdoor)
  return [
    day.workedS >= shortestWorkS && t('day.worked', { duration: formatWorkingTime(day.workedS, locale) }),
    range !== null && t('day.room', { range }),
    coldest && t('day.coldest', { temperature: format.format(coldest.min), time: formatTimeOfDay(coldest.at, locale) }),
  ].filter((sentence) => typeof sentence === 'string')
}

/** Returns the first of the coldest points; null if all values are equal or there are no values. */
function coldestOf(line: readonly DayPoint[]): DayPoint | null {
  const limits = findTemperatureExtremes(line)
  if (!limits || limits.min === limits.max) return null
  return line.find(({ min }) => min === limits.min) ?? null
}
