/** The progress of a starting process. At least one of the numbers grows while it works. */
export type StartProgress = { logBytes: number; cpuMs: number }

export type Patience = {
  /** Records the progress at `now`, and returns whether to wait longer. `now` in milliseconds. */
  goesOn(sign: StartProgress, now: number): boolean
}

/** A process without progress for this long counts as stuck. */
const maxSilenceMs = 60_000
/** The longest wait for a process to get ready, with or without progress. */
const maxTotalSilenceMs = 600_000
/** The timers of a stuck process use less than this in a minute; loading its modules on a busy machine uses more. */
const workMs = 100

/**
 * Decides how long to wait for a process that started at `begun` (milliseconds): at most a minute from its last progress,
 * because a busy machine may need minutes for work of a second, and at most ten minutes in all.
 */
export function patienceFrom(begun: number): Patience {
  let seen: StartProgress = { logBytes: 0, cpuMs: 0 }
  let aliveAt = begun
  return {
    goesOn(sign, now) {
      if (sign.logBytes !== seen.logBytes || sign.cpuMs >= seen.cpuMs + workMs) {
        seen = sign
        aliveAt = now
      }
      return now - aliveAt <= maxSilenceMs && now - begun <= maxTotalSilenceMs
    },
  }
}
