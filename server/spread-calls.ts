import { setTimeout as pause } from 'node:timers/promises'

/**
 * The time in ms over which an action on many items is spread, so that their clients do not all reconnect at the same
 * time.
 */
export type SpreadOptions = { overMs: number }

const stepMs = 100

/**
 * Calls `each` for all items: a share of them every 100 ms, so that all calls take `overMs`. If there are fewer items
 * than steps, each step handles one item, and all calls take less time.
 */
export async function spreadCalls<Item>(
  items: readonly Item[],
  { overMs }: SpreadOptions,
  each: (item: Item) => void,
): Promise<void> {
  const waitingItems = [...items]
  for (let shares = Math.floor(overMs / stepMs) + 1; waitingItems.length > 0; shares -= 1) {
    for (const item of waitingItems.splice(0, Math.ceil(waitingItems.length / shares))) each(item)
    if (waitingItems.length > 0) await pause(stepMs)
  }
}
