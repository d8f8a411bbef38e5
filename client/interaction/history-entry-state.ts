import * as z from 'zod/mini'

/** The view state that a history entry stores: scroll position in pixels, open tab of each card, search text. */
const memory = z.object({
  scrolled: z.optional(z.number()),
  tabs: z.optional(z.record(z.string(), z.string())),
  query: z.optional(z.string()),
})

export type HistoryEntryState = z.infer<typeof memory>

const name = 'portalMemory'

/**
 * Reads the view state of the current history entry. It is empty for a new entry; Back, Forward and Reload return to an
 * entry with its state.
 */
export function readHistoryEntryState(): HistoryEntryState {
  const parsed = memory.safeParse(stateOfEntry()[name])
  return parsed.success ? parsed.data : {}
}

/** Changes the view state of the current history entry. The other data of the entry stays. */
export function changeHistoryEntryState(changes: HistoryEntryState): void {
  window.history.replaceState({ ...stateOfEntry(), [name]: { ...readHistoryEntryState(), ...changes } }, '')
}

/** The key of a history entry without a key of the router, which is the first entry of a tab. */
const firstKey = 'default'

export function isCurrentHistoryEntry(key: string): boolean {
  return (stateOfEntry()['key'] ?? firstKey) === key
}

function stateOfEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}
