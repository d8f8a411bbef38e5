import * as z from 'zod/mini'
import { dayMs, minuteMs } from './durations.ts'
import { gatewayStatuses } from './appliance.ts'
import { faultCode, faultSeverities } from './faults.ts'

/** The minimum, maximum and default number of steps in a history. Specification 24.1. */
export const historyPointLimits = { min: 10, max: 2_000, default: 500 } as const

/** The length of the range if the query has no `from`, in milliseconds. Specification 24.1. */
export const defaultHistoryRangeMs = dayMs

/**
 * The maximum time in ms by which the end of a range may be in the future. The server treats such an end as now,
 * because the clocks of readers are not exact. Specification 24.1.
 */
export const historyClockToleranceMs = 5 * minuteMs

/** The maximum number of faults in a history. If there are more, the history has the newest. Specification 24.1. */
export const maxHistoryFaults = 500

/** One step: its start in epoch seconds, and the minimum, maximum and last value of the step. */
export type HistoryPoint = [start: number, min: number, max: number, last: number]

// The schema is an array, because Zod's code for tuples would enlarge the first view of the page.
export const historyPoint = z.array(z.number()).check(z.length(4)) as unknown as z.ZodMiniType<HistoryPoint>

const historySeries = z.object({
  datapoint: z.string(),
  unit: z.enum(['Cel', '%']),
  points: z.array(historyPoint),
})

export type HistorySeries = z.infer<typeof historySeries>

/** A period with one status. `from` and `to` are RFC 3339 and within the range. */
const statusPeriod = z.object({ status: z.enum(gatewayStatuses), from: z.string(), to: z.string() })

export type HistoryStatusPeriod = z.infer<typeof statusPeriod>

/**
 * A period with a fault. `from` and `to` are the first and the last time of the fault in RFC 3339; `to` is null while
 * the fault lasts. Both times may be outside the range, but not before the person got the appliance. `code` is null if
 * the gateway sent no code.
 */
export const faultPeriod = z.object({
  code: z.nullable(faultCode),
  severity: z.enum(faultSeverities),
  from: z.string(),
  to: z.nullable(z.string()),
})

export type HistoryFaultPeriod = z.infer<typeof faultPeriod>

/**
 * The values, statuses and faults of a range, from the time in which the person had the appliance. Steps without a
 * value are omitted. `worked`: the time with the status WORKING, and the number of times at which that status began.
 * Faults are newest first. Specification 24.1.
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
