import { useEffect, useState } from 'react'
import { hourMs, hourS, minuteMs, minuteS } from '#contract/durations.ts'
import { memoize } from './memoize.ts'

/**
 * Returns a function that formats epoch ms like `Intl.DateTimeFormat`, with two corrections. In a date with a day, a
 * written-out month has the grammatical case of a date: '3 maja' in Polish, not '3 maj'. An hour before ten has the
 * same number of digits with and without a date: '01:03' in German.
 */
export const getDateFormat = memoize(
  (locale: string, options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
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
  },
)

function monthIn(format: Intl.DateTimeFormat, at: number): string | undefined {
  return format.formatToParts(at).find(({ type }) => type === 'month')?.value
}

/** The epoch ms of one o'clock in UTC. */
const oneOClock = hourMs

function hourOf(locale: string): 'numeric' | '2-digit' {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(oneOClock)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
}

/**
 * Formats a time with only the parts that the reader needs: always the time of day, the date if it is another day, and
 * the year if it is another year. `at` and `now`: epoch ms. The default time zone is the browser's. Examples: 14:03; 3
 * May, 14:03; 3 May 2025, 14:03.
 */
export function formatMoment(at: number, now: number, reader: string | MomentReader): string {
  const { locale, timeZone } = typeof reader === 'string' ? { locale: reader } : reader
  return getDateFormat(locale, { ...dayOf(at, now, timeZone), hour: 'numeric', minute: '2-digit', timeZone })(at)
}

/** Formats a time like `formatMoment`, but always with the date, for use next to other dated times. */
export function formatDatedMoment(at: number, now: number, reader: string | MomentReader): string {
  const { locale, timeZone } = typeof reader === 'string' ? { locale: reader } : reader
  const [, year] = timeZone === undefined ? calendar : calendarIn(timeZone)
  const date = year(at) === year(now) ? dayAndMonth : dayMonthAndYear
  return getDateFormat(locale, { ...date, hour: 'numeric', minute: '2-digit', timeZone })(at)
}

/** Formats the day of a time with its weekday, and with the year if it is another year. `at` and `now`: epoch ms. */
export function formatWeekday(at: number, now: number, locale: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const words: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  return getDateFormat(locale, isThisYear ? words : { ...words, year: 'numeric' })(at)
}

/** Formats a time of day, such as `14:03`; `at` is epoch ms. */
export function formatTimeOfDay(at: number, locale: string): string {
  return getDateFormat(locale, { hour: 'numeric', minute: '2-digit' })(at)
}

export function capitalizeFirst(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

/** The locale of the reader, a BCP 47 tag, and an IANA time zone. */
type MomentReader = { locale: string; timeZone?: string | undefined }

const dayAndMonth: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const dayMonthAndYear: Intl.DateTimeFormatOptions = { ...dayAndMonth, year: 'numeric' }

function dayOf(then: number, today: number, timeZone: string | undefined): Intl.DateTimeFormatOptions {
  const [day, year] = timeZone === undefined ? calendar : calendarIn(timeZone)
  if (day(then) === day(today)) return {}
  return year(then) === year(today) ? dayAndMonth : dayMonthAndYear
}

type Calendar = readonly [day: (at: number) => string | number, year: (at: number) => string | number]

const calendar: Calendar = [(at) => new Date(at).toDateString(), (at) => new Date(at).getFullYear()]

function calendarIn(timeZone: string): Calendar {
  return [getDateFormat('en', { dateStyle: 'short', timeZone }), getDateFormat('en', { year: 'numeric', timeZone })]
}

/**
 * Returns the current time in epoch ms, and updates it every minute. With it, 'today' becomes 'yesterday' at midnight.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Formats degrees Celsius. `formatRange` shows two equal values as one (Intl shows '~21.5°C'), and otherwise uses the
 * same spaced dash in every language: '17.6 – 21.6°C', '−3.2 – 9.8°C'.
 */
export type TemperatureFormat = { format(value: number): string; formatRange(min: number, max: number): string }

/** Formats degrees Celsius with one decimal and the sign, without a line break between them: '21.5°C', '21,5 °C'. */
export const getTemperatureFormat = memoize((locale: string): TemperatureFormat => {
  const numberFormat = withSign(locale)
  const format = (value: number): string => withoutBreaks(numberFormat.format(value))
  return {
    format,
    formatRange: (min, max) => (format(min) === format(max) ? format(min) : joinRange(format(min), format(max))),
  }
})

const degrees = { style: 'unit', unit: 'celsius', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/**
 * Returns the first number format whose text has '°C'. In Polish the short format has 'st. C', and in Dutch the narrow
 * format has no C.
 */
function withSign(locale: string): Intl.NumberFormat {
  const short = new Intl.NumberFormat(locale, degrees)
  return short.format(0).includes('°C') ? short : new Intl.NumberFormat(locale, { ...degrees, unitDisplay: 'narrow' })
}

const noBreakSpace = '\u00A0'
/** Prevents a line break: after a dash, a line may break even before a no-break space. Unicode, UAX 14. */
const wordJoiner = '\u2060'
const minus = '\u2212'

function withoutBreaks(words: string): string {
  return words.replace(/ (?=°C)/u, noBreakSpace).replaceAll(/-(?=\d)/gu, minus)
}

/** Joins two formatted temperatures without a line break. Only the second keeps its sign '°C'. */
function joinRange(min: string, max: string): string {
  return `${min.replace(/\s*°C$/u, '')}${noBreakSpace}–${wordJoiner}${noBreakSpace}${max}`
}

/** Returns the format for a percentage without decimals: '40%', '40 %'. */
export const getPercentFormat = memoize(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 0 }),
)

/**
 * Formats the end of a wait in the reader's language, rounded up, as part of a sentence: 'in 40 seconds', 'in 15
 * minutes', 'in 2 hours'.
 */
export function formatTimeUntil(seconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  if (seconds < minuteS) return format.format(Math.max(1, Math.ceil(seconds)), 'second')
  if (seconds < 2 * hourS) return format.format(Math.ceil(seconds / minuteS), 'minute')
  return format.format(Math.ceil(seconds / hourS), 'hour')
}

/** Formats a calendar day, independent of the time zone: 2022-12-07 as '7 December 2022' for en-GB. */
export function formatLongDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
