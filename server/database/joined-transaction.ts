import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryConfig, QueryResult } from 'pg'
import type { Queryable } from './sql.ts'

/** A transaction that all statements of a piece of work run in, although that work only has the pool. */
export type JoinedTransaction = Queryable & {
  /** Runs `action` after the commit; never after a rollback. */
  afterCommit(action: () => void): void
}

type Joined = { pool: Queryable; transaction: JoinedTransaction; isOpen: boolean }

const current = new AsyncLocalStorage<Joined>()

/**
 * Runs `work` so that each of its statements on `pool` runs in `transaction`, and each transaction that it opens on
 * `pool` becomes a savepoint. After `work` has settled, statements that it did not await run on the pool again.
 */
export async function joinTransaction<Result>(
  pool: Queryable,
  transaction: JoinedTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const joined: Joined = { pool, transaction: oneAtATime(transaction), isOpen: true }
  try {
    return await current.run(joined, work)
  } finally {
    joined.isOpen = false
  }
}

/** The transaction that work on `db` has joined; null if none. */
export function joinedTransactionOf(db: Queryable): JoinedTransaction | null {
  const joined = current.getStore()
  return joined?.isOpen && joined.pool === db ? joined.transaction : null
}

/** Runs statements one after the other: a connection runs one at a time, but work with a pool may send several at once. */
function oneAtATime(transaction: JoinedTransaction): JoinedTransaction {
  let last: Promise<unknown> = Promise.resolve()

  function query(config: QueryConfig): Promise<QueryResult> {
    const answer = last.then(() => transaction.query(config))
    last = answer.catch(() => undefined)
    return answer
  }

  return { query, afterCommit: (action) => transaction.afterCommit(action) }
}
