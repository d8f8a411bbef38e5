import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Queryable, execute, openCursor, readFirstRow, readRequiredRow, readRows, sql } from './sql.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from './transaction.ts'

const { pool, close } = await createTestDatabase({ max: 2 })
await pool.query('create table note (id int primary key, text text not null)')
beforeEach(async () => void (await pool.query('truncate note')))
afterAll(close)

const insert = async (db: Queryable, id: number, text: string | null) =>
  execute(db)`insert into note (id, text) values (${id}, ${text})`
const notes = async () => readRows<{ id: number; text: string }>(pool)`select id, text from note order by id`

test('an interpolated value is never SQL, and a nested part keeps its values', async () => {
  const text = `'); drop table note; --`
  await insert(pool, 1, text)
  const isThisNote = sql`id = ${1} and text = ${text}`
  expect(sql`select id from note where ${isThisNote} and id < ${2}`.text).toBe(
    'select id from note where id = $1 and text = $2 and id < $3',
  )
  expect(await readRequiredRow(pool)`select id from note where ${isThisNote} and id < ${2}`).toEqual({ id: 1 })
})

test('a statement returns the rows that it wrote or found; a missing required row is an error', async () => {
  expect(await insert(pool, 1, 'a')).toBe(1)
  expect(await execute(pool)`delete from note where id > 1`).toBe(0)
  expect(await readFirstRow(pool)`select from note where id = 2`).toBeNull()
  await expect(readRequiredRow(pool)`select from note where id = 2`).rejects.toThrow('answered no row')
})

test('a transaction is committed completely or not at all', async () => {
  expect(await inTransaction(pool, async (transaction) => insert(transaction, 1, 'a'))).toBe(1)
  const failing = inTransaction(pool, async (transaction) => {
    await insert(transaction, 2, 'b')
    await insert(transaction, 1, 'again')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([{ id: 1, text: 'a' }])
})

test('a transaction with an ignored failure is not reported as committed', async () => {
  const passedOver = inTransaction(pool, async (transaction) => {
    await insert(transaction, 1, 'a')
    await insert(transaction, 2, null).catch(() => {})
  })
  await expect(passedOver).rejects.toThrow('failed before its commit')
  expect(await notes()).toEqual([])
})

test('a connection that was lost in a transaction is replaced', async () => {
  const lost = inTransaction(pool, async (transaction) => {
    await execute(transaction)`select pg_terminate_backend(pg_backend_pid())`
  })
  await expect(lost).rejects.toThrow('terminating connection')
  expect(await Promise.all([notes(), notes(), notes()])).toEqual([[], [], []])
})

test('a snapshot does not see later changes, and cannot write', async () => {
  const seen = await inTransaction(
    pool,
    async (transaction) => {
      await readRows(transaction)`select from note`
      await insert(pool, 1, 'later')
      return readRows(transaction)`select from note`
    },
    'snapshot',
  )
  expect(seen).toEqual([])
  const writing = inTransaction(pool, async (transaction) => insert(transaction, 2, 'b'), 'snapshot')
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

test('a cursor reads the rows of a statement in portions', async () => {
  const read = await inTransaction(pool, async (transaction) => {
    const { fetch, close: end } = await openCursor<{ n: number }>(transaction)`
      select n from generate_series(1, ${5}::int) as n`
    const parts = [await fetch(2), await fetch(2), await fetch(2), await fetch(2)]
    await end()
    return parts.map((rows) => rows.map(({ n }) => n))
  })
  expect(read).toEqual([[1, 2], [3, 4], [5], []])
})

test('an action after the commit runs only if the transaction commits', async () => {
  const done: string[] = []
  await inTransaction(pool, async (transaction) => {
    transaction.afterCommit(() => done.push('committed'))
    await insert(transaction, 1, 'a')
    expect(done).toEqual([])
  })
  const failing = inTransaction(pool, async (transaction) => {
    transaction.afterCommit(() => done.push('thrown'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const passedOver = inTransaction(pool, async (transaction) => {
    transaction.afterCommit(() => done.push('failed'))
    await insert(transaction, 1, 'again').catch(() => {})
  })
  await expect(passedOver).rejects.toThrow('failed before its commit')
  expect(done).toEqual(['committed'])
})
