import { useSyncExternalStore } from 'react'
import type { Day } from './day.ts'

type Kept = { at: number; day: Day }

/** Days by appliance, for cards that are folded and unfolded and for the way back to the list. */
const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()

export function keepDay(id: string, day: Day): void {
  kept.set(id, { at: Date.now(), day })
  for (const tell of listeners) tell()
}

/** The last read day of an appliance, with the time of the read in epoch ms. */
export function keptDay(id: string): Kept | undefined {
  return kept.get(id)
}

/** The last 24 hours of an appliance; null until they are loaded. */
export function useKeptDay(id: string): Day | null {
  return useSyncExternalStore(
    listen,
    () => kept.get(id)?.day ?? null,
    () => null,
  )
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
