/** A map that evicts entries that were not used recently; it holds at most `2 * half` entries. */
export type RecentMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * Uses two maps: a used entry moves to the young one, and when that is full the old one is dropped. Cheaper per hit
 * than a list in the order of use.
 */
export function createRecentMap<Value>(half: number): RecentMap<Value> {
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
