import * as z from 'zod/mini'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import { dayMs, minuteMs } from '#contract/durations.ts'

/**
 * The content of a report of one unit. `ts`: its time as RFC 3339 in UTC with microseconds; `at`: the same time in
 * epoch milliseconds.
 */
export type GatewayReport = { ts: string; at: number; values: Readonly<Record<string, unknown>> }

/** The result of parsing a report. `outcome`: the outcome of the publication, as in `PublicationOutcome`. */
export type ParsedReport =
  | { kind: 'report'; report: GatewayReport }
  | { kind: 'refused'; outcome: 'oversized' | 'malformed' }

/** The maximum size of a report in bytes. Specification 14.5. */
export const maxReportBytes = 16 * 1024

/**
 * The maximum time in ms by which the time of a report may be in the future, because the clocks of gateways are not
 * exact. A report with a later time would hide the reports that follow it.
 */
const maxAheadMs = dayMs

const maxDepth = 8
const maxEntries = 1000
const maxKeyLength = 200

const malformedReport: ParsedReport = { kind: 'refused', outcome: 'malformed' }
const oversizedReport: ParsedReport = { kind: 'refused', outcome: 'oversized' }

const utf8 = new TextDecoder('utf-8', { fatal: true })

const reportShape = z.strictObject({
  ts: z.string().check(z.maxLength(40)),
  values: z.custom<Record<string, unknown>>(isStorableObject),
})

/**
 * Parses the payload of a PUBLISH: JSON `{ts, values: {…}}`. `ts` is RFC 3339, at most 24 hours after `now` (epoch
 * milliseconds) and within the period for which telemetry is stored. Specification 14.5.
 */
export function parseReport(payload: Uint8Array, now: number): ParsedReport {
  if (payload.byteLength > maxReportBytes) return oversizedReport
  const parsed = reportShape.safeParse(parseJson(payload))
  if (!parsed.success) return malformedReport
  const instant = parseInstant(parsed.data.ts)
  if (!instant || instant.ms > now + maxAheadMs || instant.ms < telemetryStoredSince(now)) return malformedReport
  return { kind: 'report', report: { ts: instant.text, at: instant.ms, values: parsed.data.values } }
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(payload)) as unknown
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

function isStorableObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return isStorable(value, { depth: 0, budget: { entries: maxEntries } })
}

type Limits = { depth: number; budget: { entries: number } }

function isStorable(value: unknown, limits: Limits): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (limits.depth === maxDepth) return false
  const inside = { depth: limits.depth + 1, budget: limits.budget }
  for (const [key, member] of Object.entries(value)) {
    inside.budget.entries -= 1
    if (inside.budget.entries < 0 || key.length > maxKeyLength) return false
    if (!isStorableText(key) || !isStorable(member, inside)) return false
  }
  return true
}

// PostgreSQL's jsonb accepts neither U+0000 nor unpaired surrogates.
function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A point in time with microseconds. `text`: RFC 3339 in UTC; `ms`: epoch milliseconds, rounded down. */
export type Instant = { text: string; ms: number }

const dateTimePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/iu

/**
 * Parses a date-time of RFC 3339, section 5.6, with any offset, from the year 1000 on. Returns undefined if the text is
 * malformed, or if the day or time does not exist.
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = dateTimePattern.exec(text)
  if (!parts) return undefined
  // Reads the groups by their numbers. Named groups would double the cost of parsing each report.
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6])]
  const [fraction, sign] = [parts[7] ?? '', parts[8]]
  const [offsetHour, offsetMinute] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)]
  if (!isDay(year, month, day) || !isTime(hour, minute, second) || !isTime(offsetHour, offsetMinute, 0))
    return undefined
  const micros = fraction.slice(0, 6).padEnd(6, '0')
  const offset = (offsetHour * 60 + offsetMinute) * minuteMs * (sign === '-' ? -1 : 1)
  const wholeSecondsMs = Date.UTC(year, month - 1, day, hour, minute, second) - offset
  // If the time is in UTC, its text is used unchanged.
  const isAsWritten = offset === 0 && second < 60
  const date = isAsWritten ? text.slice(0, 19).toUpperCase() : new Date(wholeSecondsMs).toISOString().slice(0, 19)
  return { text: `${date}.${micros}Z`, ms: wholeSecondsMs + Number(micros.slice(0, 3)) }
}

// Checks that the day exists, because Date.UTC converts the years 0 to 99 to 1900 to 1999, and 31 April to 1 May.
function isDay(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

// Checks that the time of day exists. RFC 3339 allows the second 60 for leap seconds; `parseInstant` converts it to
// the first second of the next minute.
function isTime(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 60
}
