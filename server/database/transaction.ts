import pg from 'pg'
import type { QueryConfig, QueryResult } from 'pg'
import { runAsTraceStep } from '#server/tracing.ts'
import { type JoinedTransaction, joinedTransactionOf } from './joined-transaction.ts'
import type { Queryable } from './sql.ts'

/** A connection with an open transaction. */
export class Transaction implements Queryable {
  readonly #connection: Queryable
  readonly #afterCommit: (() => void)[] = []

  constructor(connection: Queryable) {
    this.#connection = connection
  }

  query(config: QueryConfig): Promise<QueryResult> {
    return this.#connection.query(config)
  }

  /** Runs `action` after the commit. After a rollback, `action` does not run. `action` must not throw. */
  afterCommit(action: () => void): void {
    this.#afterCommit.push(action)
  }

  /** Passes the `afterCommit` actions to the outer transaction. */
  handOver(outer: JoinedTransaction): void {
    for (const action of this.#afterCommit) outer.afterCommit(action)
  }

  /**
   * Commits the transaction. Rejects if an earlier statement had failed: PostgreSQL then rolls back without an error.
   */
  async commit(): Promise<void> {
    const { command } = await this.#connection.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit')
    for (const action of this.#afterCommit) action()
  }
}

type TransactionWork<Result> = (transaction: Transaction) => Promise<Result>

/**
 * The isolation of a transaction.
 * - `snapshot`: read-only; all statements see the data that the first statement sees.
 * - `repeatable`: the same, but writes are allowed. A write fails (40001) if another transaction has changed the row
 *   since the first statement.
 */
export type TransactionIsolation = 'read-committed' | 'snapshot' | 'repeatable'

const beginStatements = {
  'read-committed': 'begin',
  snapshot: 'begin isolation level repeatable read read only',
  repeatable: 'begin isolation level repeatable read',
}

/**
 * Runs `work` in one transaction, on a connection of the pool or on the given connection. Commits all writes of `work`
 * or none. Rejects with the error of `work` or of the database, without a retry. By default, the server ends a
 * transaction that is idle for some seconds (connection.ts).
 */
export async function inTransaction<Result>(
  where: pg.Pool | Queryable,
  work: TransactionWork<Result>,
  kind: TransactionIsolation = 'read-committed',
): Promise<Result> {
  return runAsTraceStep({ name: 'transaction' }, async () => runOn(where, work, kind))
}

async function runOn<Result>(
  where: pg.Pool | Queryable,
  work: TransactionWork<Result>,
  kind: TransactionIsolation,
): Promise<Result> {
  const joinedTransaction = joinedTransactionOf(where)
  if (joinedTransaction) return inSavepoint(joinedTransaction, work)
  if (!(where instanceof pg.Pool)) return runTransaction({ connection: where, work, kind, onBroken: () => {} })
  const client = await where.connect()
  let connectionError: Error | undefined
  try {
    return await runTransaction({ connection: client, work, kind, onBroken: (error) => (connectionError = error) })
  } finally {
    client.release(connectionError)
  }
}

/**
 * Runs a transaction inside a joined one as a savepoint. Its `afterCommit` actions wait for the commit of the outer
 * transaction.
 */
async function inSavepoint<Result>(outer: JoinedTransaction, work: TransactionWork<Result>): Promise<Result> {
  await outer.query({ text: 'savepoint inner_work' })
  try {
    const inner = new Transaction(outer)
    const result = await work(inner)
    await outer.query({ text: 'release savepoint inner_work' })
    inner.handOver(outer)
    return result
  } catch (error) {
    await outer.query({ text: 'rollback to savepoint inner_work; release savepoint inner_work' })
    throw error
  }
}

/** One run of a transaction. `onBroken`: called with the error that made the connection unusable. */
type TransactionRun<Result> = {
  connection: Queryable
  work: TransactionWork<Result>
  kind: TransactionIsolation
  onBroken: (error: Error) => void
}

async function runTransaction<Result>({ connection, work, kind, onBroken }: TransactionRun<Result>): Promise<Result> {
  try {
    await connection.query({ text: beginStatements[kind] })
    const transaction = new Transaction(connection)
    const result = await work(transaction)
    await transaction.commit()
    return result
  } catch (error) {
    await connection.query({ text: 'rollback' }).catch(onBroken)
    throw error
  }
}
