import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal, tooManyRequests } from '#server/http/refusals.ts'

/**
 * Runs `work`, at most one at a time for each person and a limited number for all people; the call that has waited
 * longest is next. `timeLeft` returns the milliseconds that are left of the total time, which includes the wait. `work`
 * must end its statements by then.
 * @throws Refusal `too-many-requests` if too many calls wait, `unavailable` after the total time
 */
export type RunLimited = <Result>(
  personId: string,
  work: (timeLeft: () => number) => Promise<Result>,
) => Promise<Result>

/**
 * `maxConcurrent` calls run at once, and `waiting` calls wait. Of one person, one runs and `waitingOfOne` wait.
 * `withinMs` is the total time of a call. `retryAfterMs` is the wait that a refused caller is asked for.
 */
export type ConcurrencyLimits = {
  maxConcurrent: number
  waiting: number
  waitingOfOne: number
  withinMs: number
  retryAfterMs: number
}

type Queue = { limit: LimitFunction; open: number }

export function createConcurrencyLimit({
  maxConcurrent,
  waiting,
  waitingOfOne,
  withinMs,
  retryAfterMs,
}: ConcurrencyLimits): RunLimited {
  const limitOfAll = pLimit(maxConcurrent)
  const queues = new Map<string, Queue>()
  let open = 0

  /** @throws Refusal `too-many-requests` */
  function enter(personId: string): Queue {
    const queue = queues.get(personId) ?? { limit: pLimit(1), open: 0 }
    if (queue.open > waitingOfOne || open >= maxConcurrent + waiting) throw tooManyRequests(retryAfterMs)
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
    const expired = Promise.withResolvers<never>()
    const timer = setTimeout(() => expired.reject(new Refusal('unavailable')), withinMs)
    const timeLeft = (): number => Math.max(1, Math.ceil(endsAt - performance.now()))
    const turn = queue
      .limit(async () =>
        limitOfAll(async () => {
          // The caller has already got `unavailable`.
          if (performance.now() >= endsAt) throw new Refusal('unavailable')
          return work(timeLeft)
        }),
      )
      .finally(() => leave(personId, queue))
    try {
      return await Promise.race([turn, expired.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
