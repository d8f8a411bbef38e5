/**
 * The minimum number of moments in a batch; a moment has up to four reports, one for each unit. With larger batches,
 * more objects would survive a garbage collection of the new space, and each of them would be copied.
 */
export const minBatchMoments = 60
/** The maximum number of moments in a batch. Copying a larger batch takes longer than a round trip of 300 ms. */
const maxBatchMoments = 60 * 32
/**
 * The time in ms for a batch, above which the database counts as slow or far away. A database in the same network
 * answers faster in most cases.
 */
const slowAnswerMs = 50

/**
 * Returns the number of moments to fetch next, after the export waited `waitedMs` for the last `moments`. If the
 * database is far away or slow, the batches become twice as large, to save round trips. Otherwise they become smaller,
 * down to `min`.
 */
export function nextBatchSize(moments: number, waitedMs: number, min = minBatchMoments): number {
  if (waitedMs > slowAnswerMs) return Math.min(2 * moments, maxBatchMoments)
  return Math.max(min, moments / 2)
}
