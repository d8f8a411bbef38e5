import { formatMoment, type TemperatureFormat, getTemperatureFormat } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { type RollingDay, type DayFault, type DayPoint, findTemperatureExtremes } from './day.ts'

type WordsFor = { t: Translate; locale: string }

/** Formats the range of a line: '19.2 – 21.4°C'; '21.4°C' for a level line. Returns null if the line has no points. */
export function formatTemperatureRange(line: readonly DayPoint[], format: TemperatureFormat): string | null {
  const limits = findTemperatureExtremes(line)
  return limits && format.formatRange(limits.min, limits.max)
}

/**
 * Describes the chart as text: 'Last 24 hours: Room between 19.2°C and 21.4°C. Outdoor … Fault E104 from 14:03 to
 * 14:20.'
 */
export function describeDay(day: RollingDay, { t, locale }: WordsFor): string {
  const format = getTemperatureFormat(locale)
  const lines = (['room', 'outdoor'] as const).flatMap((line) => {
    const limits = findTemperatureExtremes(day[line])
    if (!limits) return []
    const { min, max } = limits
    return t('day.between', { name: t(`readings.${line}`), low: format.format(min), high: format.format(max) })
  })
  const faults = day.faults.map((fault) => faultWords(fault, day.to, { t, locale }))
  return [t('day.title'), ...lines, ...faults].map((sentence) => `${sentence}.`).join(' ')
}

function faultWords({ code, severity, from, to }: DayFault, now: number, { t, locale }: WordsFor): string {
  const fault = code === null ? t(`appliance.status.${severity}`) : t(`sentence.fault.${severity}`, { code })
  const begin = formatMoment(from, now, locale)
  if (to === null) return t('appliance.status-since', { status: fault, time: begin })
  return t('day.fault-ended', { fault, from: begin, to: formatMoment(to, now, locale) })
}
