/**
 * The pauses between connection attempts. Each pause is twice as long as the previous one, from `minMs` to `maxMs`. A
 * random part of up to half is subtracted, so that the gateways of a fleet do not reconnect at the same time.
 */
export type Backoff = { next(): number; reset(): void }

export type BackoffOptions = { minMs: number; maxMs: number; random?: () => number }

/** Creates the pauses. `next()` returns the milliseconds to wait. Call `reset()` after a successful connection. */
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
