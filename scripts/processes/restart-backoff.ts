/**
 * Decides when a process that has exited restarts. If the process ran for a minute before it exited, the count of exits
 * in a row starts again at one.
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
const recoveredAfterMs = 60_000

/** Allows five restarts in a row, the first after a second. Each pause is twice as long as the previous one. */
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
