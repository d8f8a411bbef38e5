/**
 * The minimum number of moments in a batch, each with up to four units. If a batch is larger, more objects survive each
 * garbage collection of the new space, which copies them.
 */
export const minBatchMoments = 60
/** The maximum number of moments in a batch. Copying a larger batch takes longer than a round trip of 300 ms. */
const maxBatchMoments = 60 * 32
/**
 * A wait of more milliseconds counts as slow. A database in the same network answers within this time, even if it is
 * busy.
 */
const slowAnswerMs = 50

/**
 * Returns how many moments to fetch next, after the export waited `waitedMs` for the last `moments`. If the database is
 * far away or slow, batches double and save round trips; otherwise they shrink to the minimum.
 */
export function nextBatchSize(moments: number, waitedMs: number, min = minBatchMoments): number {
  if (waitedMs > slowAnswerMs) return Math.min(2 * moments, maxBatchMoments)
  return Math.max(min, moments / 2)
}
