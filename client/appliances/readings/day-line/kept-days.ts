import type { Day } from './day.ts'

type Kept = { at: number; day: Day }

/** Days by appliance, for cards that are folded and unfolded and for the way back to the list. */
const kept = new Map<string, Kept>()

export function keepDay(id: string, day: Day): void {
  kept.set(id, { at: Date.now(), day })
}

/** The last read day of an appliance, with the time of the read in epoch ms. */
export function keptDay(id: string): Kept | undefined {
  return kept.get(id)
}
