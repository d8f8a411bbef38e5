/** Each has up to four units. In larger batches more objects outlive each garbage collection of the new space, and are copied. */
export const usualMoments = 60
/** Copying more takes longer than a round trip of 300 ms. */
const mostMoments = 60 * 32
/** A database in the same network answers within this time, even if it is busy. */
const slowAnswerMs = 50

/**
 * How many moments to fetch next, after a fetch of so many moments for which the export waited so many milliseconds. If
 * the database is far away or slow, larger batches save round trips; else they become as large as usual again.
 */
export function nextBatchSize(moments: number, waitedMs: number, usual = usualMoments): number {
  if (waitedMs > slowAnswerMs) return Math.min(2 * moments, mostMoments)
  return Math.max(usual, moments / 2)
}
