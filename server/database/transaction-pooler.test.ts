import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { type Queryable, readRequiredRow, readRows } from './sql.ts'
import { openTestPooler, pgbouncerPath } from '#test/processes/test-pooler.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from './transaction.ts'
import { TransactionPoolerError, refuseTransactionPooler } from './transaction-pooler.ts'

// PgBouncer manual, "Pooling mode": in transaction mode a client has a server connection only during a transaction.

const { url, close } = await createTestDatabase()
const statementTimeoutMs = 4_000
const database = openDatabase(url, { way: 'transaction-pooler', statementTimeoutMs, max: 1 })

afterAll(async () => {
  await database.close()
  await close()
})

const limitsOf = async (db: Queryable) => {
  const rows = await readRows<{ setting: string }>(db)`
    select setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
    order by name`
  return rows.map(({ setting }) => setting)
}

test.each(['read-committed', 'snapshot'] as const)('a transaction (%s) sets its own limits', async (kind) => {
  expect(await inTransaction(database.pool, limitsOf, kind)).toEqual(['5000', '4000'])
})

test('on a pooled connection, settings and prepared statements end with their transaction', async () => {
  await inTransaction(database.pool, limitsOf)
  await readRows(database.pool, 'kept')`select ${1}::int`
  expect(await limitsOf(database.pool)).toEqual(['0', '0'])
  expect(await readRows(database.pool)`select name from pg_prepared_statements`).toEqual([])
})

test('sessions on a direct connection are stable', async () => {
  await expect(refuseTransactionPooler(url)).resolves.toBeUndefined()
})

describe.skipIf(pgbouncerPath === undefined)('with PgBouncer', () => {
  test('more clients than connections are served, each on any free connection', async () => {
    const pooler = await openTestPooler(url, { mode: 'transaction', servers: 3 })
    const people = openDatabase(pooler.url, { way: 'transaction-pooler', max: 20 })
    const asked = Array.from({ length: 200 }, async (_, number) => {
      const row = await readRequiredRow<{ answered: number }>(people.pool, 'number')`select ${number}::int as answered`
      return row.answered
    })
    const transactionIdOf = async (db: Queryable) =>
      readRequiredRow<{ id: string }>(db)`select pg_current_xact_id()::text as id`
    const written = Array.from({ length: 50 }, async () =>
      inTransaction(people.pool, async (transaction) => {
        const first = await transactionIdOf(transaction)
        return first.id === (await transactionIdOf(transaction)).id
      }),
    )
    expect(await Promise.all(asked)).toEqual(asked.map((_, number) => number))
    expect(await Promise.all(written)).toEqual(written.map(() => true))
    await people.close()
    await pooler.close()
  })

  test('its address is refused if sessions are required', async () => {
    const pooler = await openTestPooler(url, { mode: 'transaction', servers: 3 })
    await expect(refuseTransactionPooler(pooler.url)).rejects.toBeInstanceOf(TransactionPoolerError)
    await pooler.close()
  })

  test('in session mode it is equivalent to a direct connection', async () => {
    const pooler = await openTestPooler(url, { mode: 'session', servers: 3 })
    await expect(refuseTransactionPooler(pooler.url)).resolves.toBeUndefined()
    await pooler.close()
  })
})
