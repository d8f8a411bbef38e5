import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryConfig, QueryResult } from 'pg'
import type { Queryable } from './sql.ts'

/** A transaction in which all statements of some work run, although the code of that work only has the pool. */
export type JoinedTransaction = Queryable & {
  /** Runs `action` after the commit; never after a rollback. */
  afterCommit(action: () => void): void
}

type Joined = { pool: Queryable; transaction: JoinedTransaction; isOpen: boolean }

const current = new AsyncLocalStorage<Joined>()

/**
 * Runs `work`. Each of its statements on `pool` runs in `transaction`, and each transaction that it opens on `pool`
 * becomes a savepoint. After `work` has settled, statements that it did not await run on the pool.
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

/** Returns the transaction that the current work on `db` has joined; null if there is none. */
export function joinedTransactionOf(db: Queryable): JoinedTransaction | null {
  const joined = current.getStore()
  return joined?.isOpen && joined.pool === db ? joined.transaction : null
}

/**
 * Runs statements one after the other. A connection runs one at a time, but work that has a pool may send several at
 * once.
 */
function oneAtATime(transaction: JoinedTransaction): JoinedTransaction {
  let last: Promise<unknown> = Promise.resolve()

  function query(config: QueryConfig): Promise<QueryResult> {
    const answer = last.then(() => transaction.query(config))
    last = answer.catch(() => undefined)
    return answer
  }

  return { query, afterCommit: (action) => transaction.afterCommit(action) }
}
