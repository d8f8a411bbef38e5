import { minuteMs } from '#contract/durations.ts'

/**
 * Decides when a process that has exited restarts. If the process ran for at least a minute before its exit, the count
 * of successive exits restarts at one.
 */
export type RestartBackoff = {
  /**
   * Counts an exit of a process that ran for `ranMs`. Returns the pause before the restart in ms, or that the process
   * exited too often to be restarted.
   */
  next(ranMs: number): { again: 'after'; pauseMs: number } | { again: 'never'; exits: number }
}

const firstPauseMs = 1_000
const maxExitsInARow = 5
const recoveredAfterMs = minuteMs

/**
 * Creates a backoff with at most five successive restarts, the first after a second. Each pause is twice as long as the
 * previous pause.
 */
export function createRestartBackoff(): RestartBackoff {
  let exits = 0
  return {
    next: (ranMs) => {
      exits = ranMs >= recoveredAfterMs ? 1 : exits + 1
      if (exits > maxExitsInARow) return { again: 'never', exits }
      return { again: 'after', pauseMs: firstPauseMs * 2 ** (exits - 1) }
    },
  }
}
