import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds over which something is done to many, so that they do not all come back at once. */
export type Spread = { overMs: number }

const shareEveryMs = 100

/** Does `each` to all of the items, to a share of them every 100 ms. Few are done sooner: one with each share. */
export async function spreadOver<Item>(
  items: readonly Item[],
  { overMs }: Spread,
  each: (item: Item) => void,
): Promise<void> {
  const left = [...items]
  for (let shares = Math.floor(overMs / shareEveryMs) + 1; left.length > 0; shares -= 1) {
    for (const item of left.splice(0, Math.ceil(left.length / shares))) each(item)
    if (left.length > 0) await pause(shareEveryMs)
  }
}
