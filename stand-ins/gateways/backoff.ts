/**
 * Waits between connection attempts: doubling from `leastMs` to `mostMs`, with random jitter, so that a fleet does
 * not reconnect at once.
 */
export type Backoff = { next(): number; reset(): void }

export type BackoffOptions = { leastMs: number; mostMs: number; random?: () => number }

/** `next()` returns the milliseconds to wait; call `reset()` after success. */
export function createBackoff({ leastMs, mostMs, random = Math.random }: BackoffOptions): Backoff {
  let attempt = 0
  return {
    next() {
      const full = Math.min(mostMs, leastMs * 2 ** attempt)
      attempt = Math.min(attempt + 1, 30)
      return Math.round(full * (0.5 + random() / 2))
    },
    reset() {
      attempt = 0
    },
  }
}
