import type { Clock } from '#server/clock.ts'

export type ManualClock = Clock & { pass(ms: number): void }

/** A clock that only tests advance, on a whole second, so that seconds in tokens are exact. */
export function manualClock(start = Date.UTC(2030, 0, 1, 12)): ManualClock {
  let now = start
  return {
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}
