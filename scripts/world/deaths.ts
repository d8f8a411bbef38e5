/** Deaths of one part of the product, in a row: one that ran for a minute has recovered. */
export type Deaths = {
  /** Counts one after `ranMs`; answers how long to wait before the part is started again (ms), or that it dies too often. */
  count(ranMs: number): { again: 'after'; pauseMs: number } | { again: 'never'; deaths: number }
}

const firstPauseMs = 1_000
const deathsInARow = 5
const recoveredAfterMs = 60_000

/** None yet. Each pause is twice as long as the one before. */
export function noDeaths(): Deaths {
  let deaths = 0
  return {
    count: (ranMs) => {
      deaths = ranMs >= recoveredAfterMs ? 1 : deaths + 1
      if (deaths > deathsInARow) return { again: 'never', deaths }
      return { again: 'after', pauseMs: firstPauseMs * 2 ** (deaths - 1) }
    },
  }
}
