/**
 * `Intl.DateTimeFormat` with the month and the hour that a reader expects, for epoch ms. Beside a day, a short month
 * that is the whole word takes the case of a date: '3 maja' in Polish, not '3 maj'. The hour before ten has the digits
 * that the language gives it alone: 01:03 in German, with a month beside it, too.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, ...(options.hour && { hour: hourOf(locale) }) })
  if (!options.day) return (at) => format.format(at)
  const { timeZone } = options
  const alone = new Intl.DateTimeFormat(locale, { month: 'long', timeZone })
  const inDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone })

  function written(at: number, { type, value }: Intl.DateTimeFormatPart): string {
    return type === 'month' && value === alone.format(at) ? (monthIn(inDate, at) ?? value) : value
  }

  return (at) =>
    format
      .formatToParts(at)
      .map((part) => written(at, part))
      .join('')
}

function monthIn(format: Intl.DateTimeFormat, at: number): string | undefined {
  return format.formatToParts(at).find(({ type }) => type === 'month')?.value
}

/** One o'clock in UTC. */
const oneOClock = 3_600_000

function hourOf(locale: string): 'numeric' | '2-digit' {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(oneOClock)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
}
