import * as z from 'zod/mini'

/** What a page remembers of a visit: how far it was scrolled, in pixels, the tab chosen of each card, what was searched for. */
const memory = z.object({
  scrolled: z.optional(z.number()),
  tabs: z.optional(z.record(z.string(), z.string())),
  query: z.optional(z.string()),
})

export type EntryMemory = z.infer<typeof memory>

const name = 'portalMemory'

/** What the history's current entry remembers: it comes back with back, forward and a reload, and is new for each visit. */
export function readEntry(): EntryMemory {
  const parsed = memory.safeParse(stateOfEntry()[name])
  return parsed.success ? parsed.data : {}
}

/** Keeps the router's part of the entry's state. */
export function changeEntry(changes: EntryMemory): void {
  window.history.replaceState({ ...stateOfEntry(), [name]: { ...readEntry(), ...changes } }, '')
}

/** The router's key of the first entry of a tab, which has none. */
const firstKey = 'default'

/** Whether the current entry is the one that the router calls so. */
export function isEntryOf(key: string): boolean {
  return (stateOfEntry()['key'] ?? firstKey) === key
}

function stateOfEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}
