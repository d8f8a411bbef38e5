import * as z from 'zod/mini'
import { telemetryKeptSince } from '#contract/telemetry.ts'
import { parseInstant } from './instant.ts'

/**
 * What a gateway says of one unit at one moment: `ts` is RFC 3339 in UTC to the microsecond, `at` the same in epoch
 * milliseconds.
 */
export type Report = { ts: string; at: number; values: Readonly<Record<string, unknown>> }

export type ParsedReport = { kind: 'report'; report: Report } | { kind: 'refused'; reason: 'oversized' | 'malformed' }

/** Specification 14.5. */
export const maxReportBytes = 16 * 1024

/** Gateways' clocks are not exact; what lies further ahead would hide every later report. */
const aheadAtMostMs = 24 * 60 * 60 * 1000

const maxDepth = 8
const maxEntries = 1000
const maxKeyLength = 200

const malformed: ParsedReport = { kind: 'refused', reason: 'malformed' }
const oversized: ParsedReport = { kind: 'refused', reason: 'oversized' }

const utf8 = new TextDecoder('utf-8', { fatal: true })

const shape = z.strictObject({
  ts: z.string().check(z.maxLength(40)),
  values: z.custom<Record<string, unknown>>(isStorableObject),
})

/**
 * Reads the payload of a PUBLISH: JSON `{ts, values: {…}}`, `ts` in RFC 3339, at most 24 hours ahead of `now` (epoch
 * milliseconds) and of the time that is kept. Specification 14.5.
 */
export function parseReport(payload: Uint8Array, now: number): ParsedReport {
  if (payload.byteLength > maxReportBytes) return oversized
  const parsed = shape.safeParse(parseJson(payload))
  if (!parsed.success) return malformed
  const instant = parseInstant(parsed.data.ts)
  if (!instant || instant.ms > now + aheadAtMostMs || instant.ms < telemetryKeptSince(now)) return malformed
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

type Place = { depth: number; budget: { entries: number } }

function isStorable(value: unknown, place: Place): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (place.depth === maxDepth) return false
  const inside = { depth: place.depth + 1, budget: place.budget }
  for (const [key, member] of Object.entries(value)) {
    inside.budget.entries -= 1
    if (inside.budget.entries < 0 || key.length > maxKeyLength) return false
    if (!isStorableText(key) || !isStorable(member, inside)) return false
  }
  return true
}

// PostgreSQL's jsonb holds neither U+0000 nor half a surrogate pair.
function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
