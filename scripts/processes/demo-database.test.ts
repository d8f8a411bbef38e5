import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { migrateDemoDatabase } from './demo-database.ts'
import { StartError } from './start-error.ts'
import { isSeeded, readUnclaimedSerials } from './store.ts'

// Specification 18.1: DATABASE_URL names another PostgreSQL, with one host or several.

const { url, close } = await createTestDatabase({ max: 1 })
const { host } = new URL(url)
const several = `${url.replace(host, `127.0.0.1:1,${host}`)}?target_session_attrs=read-write`
const printError = (): void => undefined

afterAll(close)

test('of several hosts the writable one is used, and reported for programs that support only one', async () => {
  const database = await migrateDemoDatabase({ databaseUrl: several, databaseSessionUrl: undefined }, printError)
  expect(database).toMatchObject({ url: several, sessionUrl: several, hostUrl: url })
  expect(await isSeeded(database.sessionUrl, 'https://issuer.example')).toBe(false)
  expect(await readUnclaimedSerials(database.sessionUrl)).toEqual(new Set())
})

test('sessions bypass the pooler', async () => {
  const pooled = 'postgres://portal@127.0.0.1:1/portal'
  const database = await migrateDemoDatabase({ databaseUrl: pooled, databaseSessionUrl: url }, printError)
  expect(database).toMatchObject({ url: pooled, sessionUrl: url, hostUrl: url })
})

test('if no host answers, one sentence says so', async () => {
  const opening = migrateDemoDatabase(
    { databaseUrl: 'postgres://portal@127.0.0.1:1,127.0.0.1:2/portal', databaseSessionUrl: undefined },
    printError,
  )
  await expect(opening).rejects.toThrow(
    new StartError('DATABASE_URL: 127.0.0.1:1, 127.0.0.1:2 cannot be reached (ECONNREFUSED).'),
  )
})
