/** The longest uninterrupted wait, and the end of the last wait. Times in milliseconds. */
export type Waits = {
  look(now: number, isWaiting: boolean): void
  longest(): number
  /** Undefined if nothing ever waited. */
  lastAt(): number | undefined
}

/** A wait counts from `feltAfterMs` before the first look that finds it, because it had lasted so long by then. */
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
