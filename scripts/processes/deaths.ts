/** Counts how often one process has died in a row. A process that ran for a minute starts at one again. */
export type DeathCount = {
  /** Counts a death after `ranMs`; returns the pause before the restart in ms, or that there were too many. */
  count(ranMs: number): { again: 'after'; pauseMs: number } | { again: 'never'; deaths: number }
}

const firstPauseMs = 1_000
const deathsInARow = 5
const recoveredAfterMs = 60_000

/** Allows five restarts in a row, the first after a second. Each pause is twice as long as the previous one. */
export function createDeathCount(): DeathCount {
  let deaths = 0
  return {
    count: (ranMs) => {
      deaths = ranMs >= recoveredAfterMs ? 1 : deaths + 1
      if (deaths > deathsInARow) return { again: 'never', deaths }
      return { again: 'after', pauseMs: firstPauseMs * 2 ** (deaths - 1) }
    },
  }
}
