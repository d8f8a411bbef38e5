import type { GatewayNotification } from '#contract/push.ts'

/**
 * Lets a notification through unless a newer one of the same unit came before it. The same one again passes:
 * a snapshot repeats it, and it heals what an older answer of the list may have overwritten. Specification 14.3.
 */
export function createNewestOnly(): (notification: GatewayNotification) => boolean {
  /** Newest `seq` by appliance and unit. */
  const newest = new Map<string, number>()
  return ({ resourceId, unit, seq }) => {
    const key = `${resourceId}/${unit}`
    if (seq < (newest.get(key) ?? -Infinity)) return false
    newest.set(key, seq)
    return true
  }
}
