/**
 * Waits between connection attempts: doubling from `minMs` to `maxMs`, with random jitter, so that a fleet does
 * not reconnect at once.
 */
export type Backoff = { next(): number; reset(): void }

export type BackoffOptions = { minMs: number; maxMs: number; random?: () => number }

/** `next()` returns the milliseconds to wait; call `reset()` after success. */
export function createBackoff({ minMs, maxMs, random = Math.random }: BackoffOptions): Backoff {
  let attempt = 0
  return {
    next() {
      const full = Math.min(maxMs, minMs * 2 ** attempt)
      attempt = Math.min(attempt + 1, 30)
      return Math.round(full * (0.5 + random() / 2))
    },
    reset() {
      attempt = 0
    },
  }
}
