import * as z from 'zod/mini'
import { gatewayStatuses } from './appliance.ts'
import { type Datapoint, type UnitCode, datapoints } from './datapoints.ts'
import { faultCode, faultSeverities } from './faults.ts'

/** A datapoint that is measured and that the card shows as a number: a history tells of it. */
export type HistoryDatapoint = Datapoint & { values: { type: 'number'; unit: UnitCode } }

/** What a history has a line of, in the order of the dictionary. Specification 24.1. */
export const historyDatapoints: readonly HistoryDatapoint[] = datapoints.filter(
  (each): each is HistoryDatapoint => each.reading !== undefined && each.values.type === 'number' && !each.isSetting,
)

/** Steps of a history. Specification 24.1. */
export const historyPoints = { least: 10, most: 2_000, usual: 500 } as const

/** What is asked for without `from`, up to `to`. Specification 24.1. */
export const usualHistoryMs = 24 * 60 * 60 * 1000

/** Clocks of readers are not exact: an end that lies so little ahead is taken for now. Specification 24.1. */
export const historyAheadMs = 5 * 60 * 1000

/** The newest faults of a range, at most. Specification 24.1. */
export const maxHistoryFaults = 500

/** A moment as RFC 3339 writes it, with any offset; anything else is refused with the code `moment`. */
const moment = z.iso.datetime({ offset: true, error: 'moment' }).check(z.maxLength(40, { error: 'moment' }))

/** A name of the IANA time zone database that this machine knows, as in `Europe/Berlin`. */
const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'time-zone' }))

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are zones to some machines only.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const points = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.transform(Number)),
  z.int().check(z.minimum(historyPoints.least), z.maximum(historyPoints.most)),
)

/**
 * The query of GET /api/2/connections/{id}/history. `points`: as many steps at most; of those that last longer than
 * an hour none reaches into two days of `timeZone`, or more than it must. That the range is none, or lies ahead, is refused by the server (422). Specification 24.1.
 */
export const historyQuery = z.strictObject({
  from: z.optional(moment),
  to: z.optional(moment),
  points: z._default(points, historyPoints.usual),
  timeZone: z._default(timeZone, 'UTC'),
})

export type HistoryQuery = z.infer<typeof historyQuery>

/** Of one step: where it begins in epoch seconds, the least, the greatest and the last value in it. */
const historyPoint = z.tuple([z.int(), z.number(), z.number(), z.number()])

export type HistoryPoint = z.infer<typeof historyPoint>

const historySeries = z.object({
  datapoint: z.string(),
  unit: z.enum(['Cel', '%']),
  points: z.array(historyPoint),
})

export type HistorySeries = z.infer<typeof historySeries>

/** `from` and `to` in RFC 3339, within the range. */
const statusPeriod = z.object({ status: z.enum(gatewayStatuses), from: z.string(), to: z.string() })

export type HistoryStatus = z.infer<typeof statusPeriod>

/**
 * When a fault was reported first and when no more, in RFC 3339; `to` is null while it lasts. Also outside the range, as far as
 * the person's own time reaches. `code` is null where the gateway named none.
 */
const faultPeriod = z.object({
  code: z.nullable(faultCode),
  severity: z.enum(faultSeverities),
  from: z.string(),
  to: z.nullable(z.string()),
})

export type HistoryFault = z.infer<typeof faultPeriod>

/**
 * What happened in a range, as far as it is the person's own time. Specification 24.1. Steps without a value are left out.
 * `worked`: for how long the status was WORKING, and how often that began. Faults come newest first.
 */
export const history = z.object({
  from: z.string(),
  to: z.string(),
  stepSeconds: z.int(),
  series: z.array(historySeries),
  worked: z.object({ seconds: z.int(), starts: z.int() }),
  statuses: z.array(statusPeriod),
  faults: z.array(faultPeriod),
})

export type History = z.infer<typeof history>
