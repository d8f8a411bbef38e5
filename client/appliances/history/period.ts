import { parseDate } from '@internationalized/date'

/** Periods to choose with one press; `own` means typed dates. */
export const periodKinds = ['24h', '7d', '30d', 'year', 'own'] as const

export type PeriodKind = (typeof periodKinds)[number]

/** The shown period: a duration up to now, or days in the reader's time zone, `YYYY-MM-DD`, both included. */
export type HistoryPeriod = { kind: Exclude<PeriodKind, 'own'> } | { kind: 'own'; from: string; to: string }

/** A range in epoch ms. */
export type Span = { from: number; to: number }

const defaultPeriod: HistoryPeriod = { kind: '24h' }

/** Reads the period of an address; the default if it has no valid one. */
export function readPeriod(search: URLSearchParams): HistoryPeriod {
  const [from, to] = [search.get('from'), search.get('to')]
  if (isDay(from) && isDay(to) && from <= to) return { kind: 'own', from, to }
  const kind = periodKinds.find((each) => each === search.get('period'))
  return kind === undefined || kind === 'own' ? defaultPeriod : { kind }
}

/** The query string of a period, without its question mark. */
export function writePeriod(period: HistoryPeriod): string {
  if (period.kind === 'own') return new URLSearchParams({ from: period.from, to: period.to }).toString()
  return new URLSearchParams({ period: period.kind }).toString()
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
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

const dayMs = 24 * 60 * 60 * 1000

/** The start and end of a period, as of `now`; days are those of the time zone, with its clock changes. */
export function spanOf(period: HistoryPeriod, now: number, timeZone: string): Span {
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
  return parseDate(zoneDayOf(now, timeZone)).subtract(back).toDate(timeZone).getTime()
}

function startOf(day: string, timeZone: string): number {
  return parseDate(day).toDate(timeZone).getTime()
}

/** The day of a time (epoch ms) in a time zone, `YYYY-MM-DD`. */
export function zoneDayOf(at: number, timeZone: string): string {
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

/** Steps are at least an hour and divide a day, so that days are whole. */
const hoursUpToDays = 80

/** The number of points to request: the longer the span, the fewer. The server returns the actual step. */
export function pointsOf({ from, to }: Span): number {
  const days = Math.ceil((to - from) / dayMs)
  if (days <= 2) return 500
  if (days <= 8) return 800
  return days <= hoursUpToDays ? 2_000 : days + 2
}

/** The days of a span in UTC, as used by the export, `YYYY-MM-DD`. */
export function exportDays({ from, to }: Span): { from: string; to: string } {
  return { from: zoneDayOf(from, 'UTC'), to: zoneDayOf(Math.max(from, to - 1), 'UTC') }
}

/** The rule that a typed date breaks; null for none. */
export function brokenRule(day: string | null, today: string): 'required' | 'future' | null {
  if (day === null) return 'required'
  return day > today ? 'future' : null
}
