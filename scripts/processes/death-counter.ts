/**
 * Counts how often a process has died in a row. If the process ran for a minute before it died, the count starts
 * again at one.
 */
export type DeathCounter = {
  /**
   * Counts a death of a process that ran for `ranMs`. Returns the pause before the restart in ms, or that the process
   * died too often to be restarted.
   */
  count(ranMs: number): { again: 'after'; pauseMs: number } | { again: 'never'; deaths: number }
}

const firstPauseMs = 1_000
const deathsInARow = 5
const recoveredAfterMs = 60_000

/**
 * Creates a count that allows five restarts in a row, the first after a second. Each pause is twice as long as the
 * previous one.
 */
export function createDeathCounter(): DeathCounter {
  let deaths = 0
  return {
    count: (ranMs) => {
      deaths = ranMs >= recoveredAfterMs ? 1 : deaths + 1
      if (deaths > deathsInARow) return { again: 'never', deaths }
      return { again: 'after', pauseMs: firstPauseMs * 2 ** (deaths - 1) }
    },
  }
}
