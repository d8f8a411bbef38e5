import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal, tooManyRequests } from '#server/http/refusals.ts'

/**
 * Lets some people do their work at a time, each one thing, and some wait for their turn; who waits longest comes first.
 * `work` gets the milliseconds that are left for it, of waiting and working together. Its statements must end by then.
 * @throws Refusal `too-many-requests` where too many wait, `unavailable` after the time
 */
export type TakeTurn = <Result>(personId: string, work: (timeLeft: () => number) => Promise<Result>) => Promise<Result>

/** `waitingOfOne`: how many of one person may wait while one of theirs is at work. */
export type Turns = { atOnce: number; waiting: number; waitingOfOne: number; withinMs: number; retryAfterMs: number }

type Queue = { limit: LimitFunction; open: number }

export function createTurns({ atOnce, waiting, waitingOfOne, withinMs, retryAfterMs }: Turns): TakeTurn {
  const limitOfAll = pLimit(atOnce)
  const queues = new Map<string, Queue>()
  let open = 0

  /** @throws Refusal `too-many-requests` */
  function enter(personId: string): Queue {
    const queue = queues.get(personId) ?? { limit: pLimit(1), open: 0 }
    if (queue.open > waitingOfOne || open >= atOnce + waiting) throw tooManyRequests(retryAfterMs)
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
          // Nobody waits for it any more.
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
