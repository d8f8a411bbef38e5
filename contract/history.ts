import * as z from 'zod/mini'
import { gatewayStatuses } from './appliance.ts'
import { faultCode, faultSeverities } from './faults.ts'

/** The number of steps in a history. Specification 24.1. */
export const historyPoints = { min: 10, max: 2_000, default: 500 } as const

/** The length of the range if the query has no `from`, in milliseconds. Specification 24.1. */
export const defaultHistoryMs = 24 * 60 * 60 * 1000

/** Readers' clocks are not exact: an end up to this far in the future counts as now. Specification 24.1. */
export const historyAheadMs = 5 * 60 * 1000

/** The maximum number of faults, newest first. Specification 24.1. */
export const maxHistoryFaults = 500

/** One step: its start in epoch seconds, and the minimum, maximum and last value in it. */
export type HistoryPoint = [start: number, min: number, max: number, last: number]

// An array, because Zod's code for tuples would be in the first view of the page.
const historyPoint = z.array(z.number()).check(z.length(4)) as unknown as z.ZodMiniType<HistoryPoint>

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
 * The first and the last time of a fault, in RFC 3339; `to` is null while it lasts. May exceed the range, within the
 * person's own time. `code` is null if the gateway sent none.
 */
export const faultPeriod = z.object({
  code: z.nullable(faultCode),
  severity: z.enum(faultSeverities),
  from: z.string(),
  to: z.nullable(z.string()),
})

export type HistoryFault = z.infer<typeof faultPeriod>

/**
 * The events and values of a range, limited to the person's own time. Specification 24.1. Steps without a value are
 * omitted. `worked`: how long the status was WORKING, and how often that began. Faults are newest first.
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
