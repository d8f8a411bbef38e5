import type { GatewayStatus } from '#contract/appliance.ts'
import { silentAfterMs } from '#contract/telemetry.ts'
import { chance } from './chance.ts'
import { simulateDay } from './day.ts'
import type { DayValues, House } from './day.ts'

/** What a gateway would have reported at one moment (epoch milliseconds). */
export type PastReport = { at: number; values: DayValues }

export type PastStatus = { at: number; status: GatewayStatus }

/** The past of one house in `[from, until)`, epoch milliseconds. */
export type Past = { reports: PastReport[]; statuses: PastStatus[] }

export const pastStepMs = 5 * 60_000

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * What a gateway would have reported every five minutes, and what its status would have been. About every other week the
 * connection is lost for some hours. Pure, and what follows `until` continues it without a seam.
 */
export function pastOf(house: House, { from, until }: { from: number; until: number }): Past {
  const past: Past = { reports: [], statuses: [] }
  const first = Math.ceil(from / pastStepMs) * pastStepMs
  let last = lastStatus(house, first - pastStepMs)
  for (let at = first; at < until; at += pastStepMs) {
    const values = isAway(house, at) ? undefined : simulateDay(house, at)
    if (values) past.reports.push({ at, values })
    const status = values?.status.gatewayStatus ?? silentStatus(house, at, last)
    if (status !== last) past.statuses.push({ at, status })
    last = status
  }
  return past
}

/** The status that lasted at a moment. */
function lastStatus(house: House, at: number): GatewayStatus {
  let heard = at
  while (isAway(house, heard)) heard -= pastStepMs
  return at - heard >= silentAfterMs ? 'OFFLINE' : simulateDay(house, heard).status.gatewayStatus
}

function silentStatus(house: House, at: number, last: GatewayStatus): GatewayStatus {
  return isAway(house, at - silentAfterMs + pastStepMs) ? 'OFFLINE' : last
}

// Within one day, so that there always is a report to come back with.
function isAway({ serial }: House, at: number): boolean {
  const day = Math.floor(at / dayMs)
  if (chance(serial, 'away', day) > 0.07) return false
  const start = day * dayMs + 16 * hourMs * chance(serial, 'away from', day)
  return at >= start && at < start + hourMs + 6 * hourMs * chance(serial, 'away for', day)
}
