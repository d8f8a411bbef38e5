import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createHostSelector, parseDatabaseHosts } from './host-selector.ts'
import { checkReachable } from './store.ts'
import { createTestDatabase } from '#test/database.ts'

// PostgreSQL manual, 32.1.1.2, "Connection URIs": a client tries several hosts in turn.

const { url, close } = await createTestDatabase()

afterAll(close)

test('a URL may name several hosts, each with its port', () => {
  expect(parseDatabaseHosts('postgres://me:p%40ss@one:5432,two:5433/portal?target_session_attrs=read-write')).toEqual({
    urls: ['postgres://me:p%40ss@one:5432/portal', 'postgres://me:p%40ss@two:5433/portal'],
    mustTakeWrites: true,
  })
})

test('the other parts of a URL stay', () => {
  const one = 'postgresql://me@[::1]:5432/portal?sslmode=require'
  expect(parseDatabaseHosts(one)).toEqual({ urls: [one], mustTakeWrites: false })
})

test.each([
  '',
  'postgres://',
  'mysql://one/portal',
  'postgres://one:x/portal',
  'postgres://one,two:99999/portal',
  'postgres://one/p?target_session_attrs=standby',
])('refused: %s', (wrong) => expect(parseDatabaseHosts(wrong)).toBeUndefined())

test('hosts are tried in turn until one answers and accepts writes', async () => {
  const { host } = new URL(url)
  const several = `${url.replace(host, `127.0.0.1:1,${host}`)}?target_session_attrs=read-write`
  const database = openDatabase(several)
  await expect(checkReachable(database.pool)).resolves.toBeUndefined()
  await database.close()
})

test('the error names a standby that answers rather than a primary that does not', async () => {
  const standby = await createTestDatabase()
  const { host, pathname } = new URL(standby.url)
  await standby.pool.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
  for (const hosts of [`${host},127.0.0.1:1`, `127.0.0.1:1,${host}`]) {
    const several = parseDatabaseHosts(`${standby.url.replace(host, hosts)}?target_session_attrs=read-write`)
    expect(several).toBeDefined()
    await expect(several && createHostSelector(several).current()).rejects.toMatchObject({ code: '25006' })
  }
  await standby.close()
})
