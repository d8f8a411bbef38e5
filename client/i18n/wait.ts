const minuteS = 60
const hourS = 60 * minuteS

/**
 * When a wait of so many seconds is over, rounded up, as a part of a sentence: 'in 40 seconds', 'in 15 minutes',
 * 'in 2 hours', in the reader's language.
 */
export function formatWait(seconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  if (seconds < minuteS) return format.format(Math.max(1, Math.ceil(seconds)), 'second')
  if (seconds < 2 * hourS) return format.format(Math.ceil(seconds / minuteS), 'minute')
  return format.format(Math.ceil(seconds / hourS), 'hour')
}
