import { setTimeout as delay } from 'node:timers/promises'

/** The clock of the bridge. Tests replace the clock by one that they advance. */
export type BridgeClock = {
  /** Returns the present time in epoch ms. */
  now(): number
  /** Waits `ms` milliseconds. Returns early if `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const systemBridgeClock: BridgeClock = {
  now: () => Date.now(),
  wait: async (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
}
