/** Measures how long a load is late. All times are in milliseconds. */
export type WaitRecorder = {
  record(now: number, isWaiting: boolean): void
  /** Returns the longest uninterrupted wait; 0 if there was no wait. */
  longest(): number
  /** Returns the time of the last check that found a wait; undefined if no check found one. */
  lastAt(): number | undefined
}

/**
 * Creates a record without waits. A wait begins `lateAfterMs` before the check that finds it first, because the load
 * was already waiting for that time.
 */
export function createWaitRecorder(lateAfterMs: number): WaitRecorder {
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
