import type { Clock } from '#server/clock.ts'
import { Refusal } from '#server/http/refusals.ts'

/**
 * A value that `load` fetches, with a cache.
 * - `current`: returns the cached value, or undefined if no value is cached or the value has expired. If the value is
 *   older than `renewAfterMs`, it also starts a fetch in the background.
 * - `get`: returns the cached value; if no value is cached, first fetches it.
 * - `reload`: fetches the value now; parallel calls share one fetch.
 */
export type CachedValue<T> = { current(): T | undefined; get(): Promise<T>; reload(): Promise<T> }

export type CachedValueOptions<T> = {
  load(): Promise<T>
  clock: Clock
  renewAfterMs: number
  expireAfterMs: number
  onFailure(error: unknown): void
}

const retryAfterFailureMs = 1_000

/**
 * Creates a cached value. At most one fetch runs at a time. After a failed fetch, only `reload` starts another fetch
 * within a second.
 * @throws Refusal `unavailable`, from `get` and `reload`
 */
export function createCachedValue<T>({
  load,
  clock,
  renewAfterMs,
  expireAfterMs,
  onFailure,
}: CachedValueOptions<T>): CachedValue<T> {
  let heldValue: { value: T; since: number } | undefined
  let underWay: Promise<T> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  async function fetchNow(): Promise<T> {
    try {
      heldValue = { value: await load(), since: clock.now() }
      return heldValue.value
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
    if (!heldValue) return undefined
    const now = clock.now()
    const age = elapsed(heldValue.since, now)
    // Ignores a failed fetch here: the cached value is still usable, and `fetchNow` has called `onFailure`.
    if (age >= renewAfterMs && !underWay && mayRetry(now)) reload().catch(() => undefined)
    return age < expireAfterMs ? heldValue.value : undefined
  }

  async function get(): Promise<T> {
    const value = current()
    if (value !== undefined) return value
    if (!underWay && !mayRetry(clock.now())) throw new Refusal('unavailable')
    return reload()
  }

  return { current, get, reload }
}

/**
 * Returns the time between `since` and `now`. The difference counts as positive even after the clock was set back, so
 * that a cached value still ages.
 */
function elapsed(since: number, now: number): number {
  return Math.abs(now - since)
}
