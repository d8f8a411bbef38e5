import type { Clock } from '#server/clock.ts'

export type ManualClock = Clock & { pass(ms: number): void }

/**
 * Creates a clock that only the test advances. It starts at a full second, because the times in tokens are in
 * seconds.
 */
export function createManualClock(start = Date.UTC(2030, 0, 1, 12)): ManualClock {
  let now = start
  return {
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}
