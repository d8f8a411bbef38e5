/**
 * The minimum number of moments in a batch, each with up to four units. In larger batches, more objects survive each garbage collection
 * of the new space, which copies them.
 */
export const minBatchMoments = 60
/** Moments in the largest batch: copying more takes longer than a round trip of 300 ms. */
const maxBatchMoments = 60 * 32
/** A longer wait counts as slow: a database in the same network answers within this time, even if it is busy. */
const slowAnswerMs = 50

/**
 * The number of moments to fetch next, after the export waited `waitedMs` for the last `moments`. If the database is
 * far away or slow, larger batches save round trips; otherwise batches shrink to the minimum.
 */
export function nextBatchSize(moments: number, waitedMs: number, min = minBatchMoments): number {
  if (waitedMs > slowAnswerMs) return Math.min(2 * moments, maxBatchMoments)
  return Math.max(min, moments / 2)
}
