/** Last wills whose delay has not ended, by client id. MQTT 5, section 3.1.3.2.2. */
export type LastWillScheduler = {
  /** Calls `fire` after `delayS` seconds, or immediately if `maxWaiting` last wills are already waiting. */
  delay(clientId: string, delayS: number, fire: () => void): void
  /** Cancels the last will of a client that has reconnected. */
  cancel(clientId: string): void
  clear(): void
}

const maxWaiting = 10_000

export function createLastWillScheduler(): LastWillScheduler {
  const timers = new Map<string, NodeJS.Timeout>()

  function cancel(clientId: string): void {
    clearTimeout(timers.get(clientId))
    timers.delete(clientId)
  }

  return {
    delay: (clientId, delayS, fire) => {
      cancel(clientId)
      if (timers.size >= maxWaiting) return fire()
      const end = (): void => {
        timers.delete(clientId)
        fire()
      }
      timers.set(clientId, setTimeout(end, delayS * 1000).unref())
    },
    cancel,
    clear: () => {
      for (const clientId of timers.keys()) cancel(clientId)
    },
  }
}
