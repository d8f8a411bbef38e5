import type { RollingDay } from './day.ts'

type CachedDay = { at: number; day: RollingDay }

/**
 * The last 24 hours of each appliance as last fetched, by appliance id. A card that is unfolded or shown again first
 * displays the cached hours.
 */
const cachedDays = new Map<string, CachedDay>()

export function cacheDay(id: string, day: RollingDay): void {
  cachedDays.set(id, { at: Date.now(), day })
}

/**
 * Returns the cached day of an appliance and the time when it was fetched (`at`, epoch ms); undefined if no day is
 * cached.
 */
export function getCachedDay(id: string): CachedDay | undefined {
  return cachedDays.get(id)
}
