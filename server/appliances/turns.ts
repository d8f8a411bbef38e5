import pLimit from 'p-limit'
import { tooManyRequests } from '#server/http/refusals.ts'

/** Lets some do their work at a time and some wait for their turn. @throws Refusal `too-many-requests` to the others */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export type Turns = { atOnce: number; waiting: number; retryAfterMs: number }

export function createTurns({ atOnce, waiting, retryAfterMs }: Turns): TakeTurn {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= waiting) throw tooManyRequests(retryAfterMs)
    return limit(work)
  }
}
