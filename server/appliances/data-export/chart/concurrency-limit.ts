import pLimit from 'p-limit'
import { Refusal } from '#server/http/refusals.ts'

/** Lets some do their work at a time and some wait for their turn. @throws Refusal `too-many-requests` to the others */
export type LimitConcurrency = <Result>(work: () => Promise<Result>) => Promise<Result>

const retryAfterS = 5

export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): LimitConcurrency {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= waiting) throw new Refusal('too-many-requests', { retryAfterS })
    return limit(work)
  }
}
