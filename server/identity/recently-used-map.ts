/** A map with at most twice as many entries as the parameter `half`. It evicts entries that were not used recently. */
export type RecentlyUsedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * Creates the map from a young and an old map. Using an entry of the old map moves it to the young map. When the young
 * map is full, it becomes the old map, and the previous old map is dropped. A lookup is cheaper than in a list that is
 * sorted by use.
 */
export function createRecentlyUsedMap<Value>(half: number): RecentlyUsedMap<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  function get(key: string): Value | undefined {
    const value = young.get(key)
    if (value !== undefined) return value
    const older = old.get(key)
    if (older !== undefined) set(key, older)
    return older
  }

  function clear(): void {
    young = new Map()
    old = new Map()
  }

  return { get, set, clear }
}
