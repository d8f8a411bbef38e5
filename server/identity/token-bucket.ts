import type { Clock } from '#server/clock.ts'

export type TokenBucket = { take(): boolean }

/**
 * Creates a token bucket. It allows `burst` calls at the same time, and one further call in every `everyMs`. `take`
 * returns whether a call is allowed.
 */
export function createTokenBucket({
  clock,
  burst,
  everyMs,
}: {
  clock: Clock
  burst: number
  everyMs: number
}): TokenBucket {
  let tokensLeft = burst
  let since = clock.now()
  return {
    take() {
      // The system's clock may have been set back.
      since = Math.min(since, clock.now())
      const earnedTokens = Math.floor((clock.now() - since) / everyMs)
      since += earnedTokens * everyMs
      tokensLeft = Math.min(burst, tokensLeft + earnedTokens)
      if (tokensLeft < 1) return false
      tokensLeft -= 1
      return true
    },
  }
}
