import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, faultSeverityOf } from '#contract/faults.ts'
import { offlineAfterSilenceMs } from '#contract/telemetry.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { pseudoRandom } from './pseudo-random.ts'
import { simulateValues } from './simulate-values.ts'
import type { SimulatedValues, SimulatedAppliance } from './simulate-values.ts'

/** The values that a gateway would have reported at the time `at` (epoch milliseconds). */
export type PastReport = { at: number; values: SimulatedValues }

export type PastStatus = { at: number; status: GatewayStatus }

/** The fault that a gateway reported from the time `at` on. `fault`: null if the gateway reported no fault. */
export type PastFault = { at: number; fault: ReportedFault | null }

type ReportedFault = { code: string; severity: FaultSeverity }

/** The past of one appliance in a range of time. */
export type GeneratedPast = { reports: PastReport[]; statuses: PastStatus[]; faults: PastFault[] }

export const pastStepMs = 5 * minuteMs

/**
 * Generates the reports that a gateway would have sent every five minutes, and the changes of its status and fault.
 * `from` is inside the range, `until` is not (epoch milliseconds). About every other week the connection is lost for
 * some hours. The result depends only on the arguments. So a call for the next range continues without a gap.
 */
export function generatePast(
  appliance: SimulatedAppliance,
  { from, until }: { from: number; until: number },
): GeneratedPast {
  const past: GeneratedPast = { reports: [], statuses: [], faults: [] }
  const first = Math.ceil(from / pastStepMs) * pastStepMs
  let last = lastStatus(appliance, first - pastStepMs)
  let lastFault = faultOf(lastReport(appliance, first - pastStepMs).values)
  for (let at = first; at < until; at += pastStepMs) {
    const values = isAway(appliance, at) ? undefined : simulateValues(appliance, at)
    const fault = values ? faultOf(values) : lastFault
    if (values) past.reports.push({ at, values })
    if (fault?.code !== lastFault?.code) past.faults.push({ at, fault })
    lastFault = fault
    const status = values?.status.gatewayStatus ?? silentStatus(appliance, at, last)
    if (status !== last) past.statuses.push({ at, status })
    last = status
  }
  return past
}

/**
 * Returns the status of an appliance at a time: the status of its last report, or OFFLINE if that report is older
 * than `offlineAfterSilenceMs`.
 */
function lastStatus(appliance: SimulatedAppliance, moment: number): GatewayStatus {
  const { at, values } = lastReport(appliance, moment)
  return moment - at >= offlineAfterSilenceMs ? 'OFFLINE' : values.status.gatewayStatus
}

/** Returns the last report at or before a time. */
function lastReport(appliance: SimulatedAppliance, moment: number): PastReport {
  let at = moment
  while (isAway(appliance, at)) at -= pastStepMs
  return { at, values: simulateValues(appliance, at) }
}

function faultOf({ status: { gatewayStatus, faultCode } }: SimulatedValues): ReportedFault | null {
  const severity = faultSeverityOf(gatewayStatus)
  return severity && faultCode !== null ? { code: faultCode, severity } : null
}

function silentStatus(appliance: SimulatedAppliance, at: number, last: GatewayStatus): GatewayStatus {
  return isAway(appliance, at - offlineAfterSilenceMs + pastStepMs) ? 'OFFLINE' : last
}

// Whether the connection of an appliance is lost. An outage begins before 16:00 UTC and lasts less than 7 hours. It
// ends on the same day, so only the random numbers of that day matter.
function isAway({ serial }: SimulatedAppliance, at: number): boolean {
  const day = Math.floor(at / dayMs)
  if (pseudoRandom(serial, 'away', day) > 0.07) return false
  const start = day * dayMs + 16 * hourMs * pseudoRandom(serial, 'away from', day)
  return at >= start && at < start + hourMs + 6 * hourMs * pseudoRandom(serial, 'away for', day)
}
