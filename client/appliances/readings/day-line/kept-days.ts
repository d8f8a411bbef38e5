import type { Day } from './day.ts'

type CachedDay = { at: number; day: Day }

/** The last read day of each appliance. An unfolded card, or the list after another page, shows it at once. */
const cachedDays = new Map<string, CachedDay>()

export function keepDay(id: string, day: Day): void {
  cachedDays.set(id, { at: Date.now(), day })
}

/** Returns the last read day of an appliance, with the time of the read in epoch ms. */
export function readKeptDay(id: string): CachedDay | undefined {
  return cachedDays.get(id)
}
