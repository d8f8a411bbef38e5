import type { Day } from './day.ts'

type CachedDay = { at: number; day: Day }

/** Days by appliance, for cards that are folded and unfolded and for the way back to the list. */
const cachedDays = new Map<string, CachedDay>()

export function keepDay(id: string, day: Day): void {
  cachedDays.set(id, { at: Date.now(), day })
}

/** The last read day of an appliance, with the time of the read in epoch ms. */
export function keptDay(id: string): CachedDay | undefined {
  return cachedDays.get(id)
}
