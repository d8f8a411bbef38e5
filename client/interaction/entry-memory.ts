import * as z from 'zod/mini'

/** The view state of a history entry: scroll position in pixels, open tab of each card, search text. */
const memory = z.object({
  scrolled: z.optional(z.number()),
  tabs: z.optional(z.record(z.string(), z.string())),
  query: z.optional(z.string()),
})

export type EntryMemory = z.infer<typeof memory>

const name = 'portalMemory'

/** The state of the current history entry. Back, forward and reload restore it; a new visit starts empty. */
export function readEntry(): EntryMemory {
  const parsed = memory.safeParse(stateOfEntry()[name])
  return parsed.success ? parsed.data : {}
}

/** Changes the view state and keeps the router's part of the entry's state. */
export function changeEntry(changes: EntryMemory): void {
  window.history.replaceState({ ...stateOfEntry(), [name]: { ...readEntry(), ...changes } }, '')
}

/** The router's key for the first entry of a tab, which has no key of its own. */
const firstKey = 'default'

/** Whether the current entry has this router key. */
export function isEntryOf(key: string): boolean {
  return (stateOfEntry()['key'] ?? firstKey) === key
}

function stateOfEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}
