import type { Clock } from '#server/clock.ts'
import { Refusal } from '#server/http/refusals.ts'

/**
 * A value that is fetched from elsewhere and kept.
 * - `current`: the value at hand, or undefined when there is none or it is too old. Renews an ageing one behind the scenes.
 * - `get`: the same, fetched first where there is none.
 * - `reload`: fetches now; calls at the same time share one fetch.
 */
export type CachedValue<T> = { current(): T | undefined; get(): Promise<T>; reload(): Promise<T> }

export type CacheOptions<T> = {
  load(): Promise<T>
  clock: Clock
  renewAfterMs: number
  expireAfterMs: number
  onFailure(error: unknown): void
}

const retryAfterFailureMs = 1_000

/** Fetches are never more than one at a time. @throws Refusal `unavailable`, from `get` and `reload` */
export function cacheValue<T>({
  load,
  clock,
  renewAfterMs,
  expireAfterMs,
  onFailure,
}: CacheOptions<T>): CachedValue<T> {
  let held: { value: T; since: number } | undefined
  let underWay: Promise<T> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  async function fetchNow(): Promise<T> {
    try {
      held = { value: await load(), since: clock.now() }
      return held.value
    } catch (error) {
      failedAt = clock.now()
      onFailure(error)
      throw new Refusal('unavailable')
    }
  }

  function reload(): Promise<T> {
    underWay ??= fetchNow().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  function mayRetry(now: number): boolean {
    return elapsed(failedAt, now) >= retryAfterFailureMs
  }

  function current(): T | undefined {
    if (!held) return undefined
    const now = clock.now()
    const age = elapsed(held.since, now)
    // The value at hand still serves; onFailure has heard of a failed renewal.
    if (age >= renewAfterMs && !underWay && mayRetry(now)) reload().catch(() => undefined)
    return age < expireAfterMs ? held.value : undefined
  }

  async function get(): Promise<T> {
    const value = current()
    if (value !== undefined) return value
    if (!underWay && !mayRetry(clock.now())) throw new Refusal('unavailable')
    return reload()
  }

  return { current, get, reload }
}

/** A system clock that was set back must not make a value young again. */
function elapsed(since: number, now: number): number {
  return Math.abs(now - since)
}
