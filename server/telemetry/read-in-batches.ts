import type { Cursor } from '#server/database/sql.ts'
import { nextBatchSize } from './batch-size.ts'

/**
 * Reads the rows of a cursor in batches. While the caller works on one batch, the function already fetches the next
 * one. `min`: the number of rows in the first batch, and the minimum of later ones.
 */
export async function* readInBatches<Row>({ fetch, close }: Cursor<Row>, min: number): AsyncGenerator<Row[]> {
  let size = min
  let next = fetch(size)
  try {
    while (true) {
      const startedAt = performance.now()
      const rows = await next
      if (rows.length === 0) break
      size = nextBatchSize(size, performance.now() - startedAt, min)
      next = fetch(size)
      yield rows
    }
  } finally {
    // Ignores an error of `close`. If the transaction has failed, PostgreSQL has already closed its cursors.
    await Promise.allSettled([next])
    await close().catch(() => {})
  }
}
