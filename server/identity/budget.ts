import type { Clock } from '#server/clock.ts'

export type Budget = { take(): boolean }

/** A token bucket: allows `burst` calls at once and one more every `everyMs`. */
export function createBudget({ clock, burst, everyMs }: { clock: Clock; burst: number; everyMs: number }): Budget {
  let left = burst
  let since = clock.now()
  return {
    take() {
      // The system's clock may be set back.
      since = Math.min(since, clock.now())
      const earned = Math.floor((clock.now() - since) / everyMs)
      since += earned * everyMs
      left = Math.min(burst, left + earned)
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
