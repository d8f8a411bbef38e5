import { hourS } from '#contract/durations.ts'

/** Formats the time for which an appliance worked: '6.5 hours', '12 hours', '40 minutes'. */
export function formatWorkingTime(seconds: number, locale: string): string {
  const hours = seconds / hourS
  const isShort = hours < 1
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'minute' : 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: hours < 10 && !isShort ? 1 : 0,
  })
  return format.format(isShort ? seconds / 60 : hours)
}
