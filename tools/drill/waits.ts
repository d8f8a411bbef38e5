/** The longest time without a break in which somebody waited, and when that last was so. Times in milliseconds. */
export type Waits = {
  look(now: number, isWaiting: boolean): void
  longest(): number
  /** Undefined when nobody ever waited. */
  lastAt(): number | undefined
}

/** Counts from `feltAfterMs` before the first look that finds somebody waiting: that long they had waited by then. */
export function noWaits(feltAfterMs: number): Waits {
  let longest = 0
  let since: number | undefined
  let lastAt: number | undefined
  return {
    look: (now, isWaiting) => {
      if (!isWaiting) return void (since = undefined)
      since ??= now - feltAfterMs
      lastAt = now
      longest = Math.max(longest, now - since)
    },
    longest: () => longest,
    lastAt: () => lastAt,
  }
}
