import type { Connection } from '#contract/appliance.ts'
import { dayMs } from '#contract/durations.ts'

/**
 * The last emergency (22.3) that an appliance reported.
 * - `reported`: the time of the last report, epoch ms.
 * - `none`: there was no emergency in the 24 hours before the page read the appliance.
 * - `unknown`: a fault has ended since that read. The page reads the appliance again to find out whether that fault was
 *   an emergency.
 */
export type LastEmergency = { kind: 'reported'; at: number } | { kind: 'none' } | { kind: 'unknown' }

/** Reads the last emergency of a connection. */
export function toLastEmergency({ lastEmergencyAt }: Pick<Connection, 'lastEmergencyAt'>): LastEmergency {
  return lastEmergencyAt === null ? { kind: 'none' } : { kind: 'reported', at: Date.parse(lastEmergencyAt) }
}

/**
 * Whether the appliance reported an emergency in the last 24 hours; `unknown` until the app has read the appliance
 * again.
 */
export type RecentEmergency = 'emergency' | 'none' | 'unknown'

/**
 * Returns whether the appliance reported an emergency in the last 24 hours. The card and the summary of a long list
 * decide by this rule whether an appliance is well. `now` in epoch ms. Specification 2.6.
 */
export function assessRecentEmergency(last: LastEmergency, now: number): RecentEmergency {
  if (last.kind !== 'reported') return last.kind
  return last.at > now - dayMs ? 'emergency' : 'none'
}
