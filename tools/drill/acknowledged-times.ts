import { lateAfterMs } from './lateness.ts'

/** Records the times of the acknowledged reports of each gateway, to check that pages receive these reports. */
export type AcknowledgedTimes = {
  acknowledged(gatewayId: string, at: number): void
  /**
   * Returns the time of the newest report that each page of the gateway must have received by now; 0 if there is no
   * such report.
   */
  due(gatewayId: string): number
}

export function createAcknowledgedTimes(): AcknowledgedTimes {
  const reports = new Map<string, { at: number; acknowledgedAt: number }[]>()
  return {
    acknowledged: (gatewayId, at) => {
      const values = reports.get(gatewayId) ?? []
      reports.set(gatewayId, values)
      values.push({ at, acknowledgedAt: performance.now() })
    },
    due: (gatewayId) => {
      const values = reports.get(gatewayId) ?? []
      const since = performance.now() - lateAfterMs
      const index = values.findLastIndex(({ acknowledgedAt }) => acknowledgedAt < since)
      if (index < 0) return 0
      const newest = Math.max(...values.slice(0, index + 1).map(({ at }) => at))
      values.splice(0, index)
      const first = values[0]
      if (first) first.at = newest
      return newest
    },
  }
}
