import { feltAfterMs } from './felt-after.ts'

/** The newest acknowledged moment of each gateway, now and some seconds ago. */
export type AcknowledgedValues = {
  acknowledged(gatewayId: string, at: number): void
  /** The moment that each page of the gateway must have received by now; 0 if none. */
  due(gatewayId: string): number
}

export function openAcknowledgedValues(): AcknowledgedValues {
  const known = new Map<string, { at: number; acknowledgedAt: number }[]>()
  return {
    acknowledged: (gatewayId, at) => {
      const values = known.get(gatewayId) ?? []
      known.set(gatewayId, values)
      values.push({ at, acknowledgedAt: performance.now() })
    },
    due: (gatewayId) => {
      const values = known.get(gatewayId) ?? []
      const since = performance.now() - feltAfterMs
      const place = values.findLastIndex(({ acknowledgedAt }) => acknowledgedAt < since)
      if (place < 0) return 0
      const newest = Math.max(...values.slice(0, place + 1).map(({ at }) => at))
      values.splice(0, place)
      const first = values[0]
      if (first) first.at = newest
      return newest
    },
  }
}
