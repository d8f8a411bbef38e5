import { setTimeout as delay } from 'node:timers/promises'

/** The time and waiting, which tests replace. */
export type BridgeClock = {
  /** Epoch ms. */
  now(): number
  /** Waits, or returns at once if the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const realClock: BridgeClock = {
  now: () => Date.now(),
  wait: async (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
}
