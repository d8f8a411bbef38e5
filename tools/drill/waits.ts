/** Records checks for late load. Times in milliseconds. */
export type Waits = {
  record(now: number, isWaiting: boolean): void
  /** The longest uninterrupted wait; 0 if there was none. */
  longest(): number
  /** The time of the last check that found a wait; undefined if there was none. */
  lastAt(): number | undefined
}

/** Starts without waits. A wait counts from `lateAfterMs` before the check that finds it first, because it has lasted that long already. */
export function createWaits(lateAfterMs: number): Waits {
  let longest = 0
  let since: number | undefined
  let lastAt: number | undefined
  return {
    record: (now, isWaiting) => {
      if (!isWaiting) return void (since = undefined)
      since ??= now - lateAfterMs
      lastAt = now
      longest = Math.max(longest, now - since)
    },
    longest: () => longest,
    lastAt: () => lastAt,
  }
}
