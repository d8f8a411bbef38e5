import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryConfig, QueryResult } from 'pg'
import type { Queryable } from './sql.ts'

/** A transaction that other code has joined: the statements that this code sends to the pool run in the transaction. */
export type JoinedTransaction = Queryable & {
  /** Runs `action` after the commit. After a rollback, `action` does not run. */
  afterCommit(action: () => void): void
}

type Joined = { pool: Queryable; transaction: JoinedTransaction; isOpen: boolean }

const current = new AsyncLocalStorage<Joined>()

/**
 * Runs `work` in `transaction`, even if the code of `work` uses only the pool. Each statement on `pool` runs in the
 * transaction, and each transaction that `work` opens on `pool` becomes a savepoint. If `work` does not await a
 * statement and the statement is sent after `work` has settled, the statement runs on the pool.
 */
export async function runInJoinedTransaction<Result>(
  pool: Queryable,
  transaction: JoinedTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const joinedTransaction: Joined = { pool, transaction: oneAtATime(transaction), isOpen: true }
  try {
    return await current.run(joinedTransaction, work)
  } finally {
    joinedTransaction.isOpen = false
  }
}

/** Returns the transaction that the current work on `db` has joined, or null if it has joined none. */
export function joinedTransactionOf(db: Queryable): JoinedTransaction | null {
  const joinedTransaction = current.getStore()
  return joinedTransaction?.isOpen && joinedTransaction.pool === db ? joinedTransaction.transaction : null
}

/**
 * Makes statements run one after the other. A connection can run only one statement at a time, but code for a pool may
 * send several at the same time.
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
