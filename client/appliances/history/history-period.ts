import { parseDate } from '@internationalized/date'
import { dayMs } from '#contract/durations.ts'

/** The periods that a person can choose with one press; `own` means typed dates. */
export const historyPeriodKinds = ['24h', '7d', '30d', 'year', 'own'] as const

export type HistoryPeriodKind = (typeof historyPeriodKinds)[number]

/**
 * The shown period: either a duration that ends now, or a range of days `YYYY-MM-DD` in the reader's time zone. Both
 * days belong to the range.
 */
export type HistoryPeriod = { kind: Exclude<HistoryPeriodKind, 'own'> } | { kind: 'own'; from: string; to: string }

/** A range in epoch ms. */
export type TimeSpanMs = { from: number; to: number }

const defaultPeriod: HistoryPeriod = { kind: '24h' }

/** Reads the period from the query of a URL. Returns the default if the query has no valid period. */
export function parsePeriodQuery(search: URLSearchParams): HistoryPeriod {
  const [from, to] = [search.get('from'), search.get('to')]
  if (isCalendarDay(from) && isCalendarDay(to) && from <= to) return { kind: 'own', from, to }
  const kind = historyPeriodKinds.find((each) => each === search.get('period'))
  return kind === undefined || kind === 'own' ? defaultPeriod : { kind }
}

/** Returns the query string of a period, without its question mark. */
export function formatPeriodQuery(period: HistoryPeriod): string {
  if (period.kind === 'own') return new URLSearchParams({ from: period.from, to: period.to }).toString()
  return new URLSearchParams({ period: period.kind }).toString()
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isCalendarDay(text: string | null): text is string {
  return (
    text !== null &&
    /^[12]\d{3}-\d\d-\d\d$/u.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    isDate(text)
  )
}

function isDate(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
}

/**
 * Returns the start and end of a period. Days begin at midnight of the time zone, even on a day when the clock changes.
 * `now`: epoch ms.
 */
export function computePeriodSpan(period: HistoryPeriod, now: number, timeZone: string): TimeSpanMs {
  switch (period.kind) {
    case '24h':
      return { from: now - dayMs, to: now }
    case '7d':
      return { from: midnightBefore(now, timeZone, { days: 6 }), to: now }
    case '30d':
      return { from: midnightBefore(now, timeZone, { days: 29 }), to: now }
    case 'year':
      return { from: midnightBefore(now, timeZone, { years: 1 }), to: now }
    case 'own':
      return {
        from: startOf(period.from, timeZone),
        to: Math.min(now, parseDate(period.to).add({ days: 1 }).toDate(timeZone).getTime()),
      }
  }
}

function midnightBefore(now: number, timeZone: string, back: { days?: number; years?: number }): number {
  return parseDate(toDayInZone(now, timeZone)).subtract(back).toDate(timeZone).getTime()
}

function startOf(day: string, timeZone: string): number {
  return parseDate(day).toDate(timeZone).getTime()
}

/** Returns the day of a time (epoch ms) in a time zone, `YYYY-MM-DD`. */
export function toDayInZone(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/**
 * The number of days up to which 2,000 points are enough for steps of an hour. Longer spans get steps of a day. No step
 * contains parts of two days, because the server's steps of an hour or more divide a day.
 */
const hoursUpToDays = 80

/** Returns the number of points to request for a span. The server chooses the step, and returns it. */
export function choosePointCount({ from, to }: TimeSpanMs): number {
  const days = Math.ceil((to - from) / dayMs)
  if (days <= 2) return 500
  if (days <= 8) return 800
  return days <= hoursUpToDays ? 2_000 : days + 2
}

/** Returns the days of a span in UTC, `YYYY-MM-DD`, which the export uses. */
export function toUtcDays({ from, to }: TimeSpanMs): { from: string; to: string } {
  return { from: toDayInZone(from, 'UTC'), to: toDayInZone(Math.max(from, to - 1), 'UTC') }
}

/** Returns the rule that a typed date breaks; null if it breaks none. */
export function findTypedDayError(day: string | null, today: string): 'required' | 'future' | null {
  if (day === null) return 'required'
  return day > today ? 'future' : null
}
