import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { runWithCommandDatabase } from './command-database.ts'

// Specification 18.4: a file is imported completely or not at all, even on a slow machine.

const { url, close } = await createTestDatabase()
afterAll(close)

test('the server ends no transaction of a command, however long the pause between two statements', async () => {
  const env = { DATABASE_URL: url }
  const code = await runWithCommandDatabase({ env }, async ({ pool }) => {
    const limits = await inTransaction(pool, async (transaction) =>
      transaction.query({
        text: `select setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'statement_timeout')`,
      }),
    )
    expect(limits.rows).toEqual([{ setting: '0' }, { setting: '0' }])
    return 0
  })
  expect(code).toBe(0)
})
