/** A map that forgets what was not asked for lately; it holds at most `2 * half` entries. */
export type RecentMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * Two maps take turns: what is asked for moves to the young one, and when that is full the old one goes.
 * Cheaper per hit than keeping a list in order of use.
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
