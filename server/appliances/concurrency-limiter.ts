import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal, createTooManyRequestsRefusal } from '#server/http/refusals.ts'

/**
 * Runs `work`: one call at a time for each person, and a limited number of calls for all people together.
 *
 * A call has a total time, which includes the wait. `timeLeft` returns the remaining milliseconds; `work` must end its
 * statements within this time.
 * @throws Refusal `too-many-requests` if too many calls wait, `unavailable` after the total time
 */
export type ConcurrencyLimiter = <Result>(
  personId: string,
  work: (timeLeft: () => number) => Promise<Result>,
) => Promise<Result>

/**
 * The limits of a concurrency limiter. For all people together, at most `maxConcurrent` calls run and `waiting` calls
 * wait; for each person, at most one call runs and `waitingOfOne` calls wait. `withinMs`: the total time of a call,
 * including the wait. `retryAfterMs`: the time after which a refused caller should retry.
 */
export type ConcurrencyLimits = {
  maxConcurrent: number
  waiting: number
  waitingOfOne: number
  withinMs: number
  retryAfterMs: number
}

type Queue = { limit: LimitFunction; open: number }

export function createConcurrencyLimiter({
  maxConcurrent,
  waiting,
  waitingOfOne,
  withinMs,
  retryAfterMs,
}: ConcurrencyLimits): ConcurrencyLimiter {
  const limitOfAll = pLimit(maxConcurrent)
  const queues = new Map<string, Queue>()
  let open = 0

  /**
   * Adds a call to the person's queue. @throws Refusal `too-many-requests` if the person's queue or all queues
   * together are full
   */
  function enter(personId: string): Queue {
    const queue = queues.get(personId) ?? { limit: pLimit(1), open: 0 }
    if (queue.open > waitingOfOne || open >= maxConcurrent + waiting) throw createTooManyRequestsRefusal(retryAfterMs)
    queues.set(personId, queue)
    queue.open += 1
    open += 1
    return queue
  }

  function leave(personId: string, queue: Queue): void {
    queue.open -= 1
    open -= 1
    if (queue.open === 0) queues.delete(personId)
  }

  return async (personId, work) => {
    const queue = enter(personId)
    const endsAt = performance.now() + withinMs
    const expiry = Promise.withResolvers<never>()
    const timer = setTimeout(() => expiry.reject(new Refusal('unavailable')), withinMs)
    const timeLeft = (): number => Math.max(1, Math.ceil(endsAt - performance.now()))
    const turn = queue
      .limit(async () =>
        limitOfAll(async () => {
          // After the total time, the caller has already got `unavailable`, so the work does not start.
          if (performance.now() >= endsAt) throw new Refusal('unavailable')
          return work(timeLeft)
        }),
      )
      .finally(() => leave(personId, queue))
    try {
      return await Promise.race([turn, expiry.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
