/** The longest uninterrupted wait, and the end of the last wait. Times in milliseconds. */
export type Waits = {
  record(now: number, isWaiting: boolean): void
  longest(): number
  /** The time of the last wait; undefined if there was none. */
  lastAt(): number | undefined
}

/** A wait counts from `lateAfterMs` before the check that first finds it, because it has lasted that long already. */
export function noWaits(lateAfterMs: number): Waits {
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
