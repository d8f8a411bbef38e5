import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SettingError, parseConfig } from './config.ts'
import { readRows } from './database/sql.ts'
import { type TestPooler, openTestPooler, pgbouncerPath } from '#test/processes/test-pooler.ts'
import { createTestDatabase } from '#test/database.ts'
import { openProcessDatabase } from './process-database.ts'

const { url, close } = await createTestDatabase()
const key = Buffer.alloc(32, 1).toString('base64')
const log = { warn: () => undefined }
const away = Object.assign(new URL(url), { port: '9' }).href

afterAll(close)

async function open(changes: Record<string, string>) {
  const env = {
    DATABASE_URL: url,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:9',
    MQTT_PLAIN: '1',
  }
  return openProcessDatabase(parseConfig({ ...env, ...changes }, 'cedar'), { log })
}

async function refusal(changes: Record<string, string>): Promise<string> {
  const failure: unknown = await open(changes).then(
    async (database) => database.close(),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(SettingError)
  return (failure as SettingError).message
}

test.for([
  [
    { DATABASE_URL: Object.assign(new URL(url), { pathname: '/nowhere' }).href },
    /^DATABASE_URL: \S+ has no database "nowhere"; make it first/u,
  ],
  [{ DATABASE_URL: away }, /^DATABASE_URL: \S+ cannot be reached \(ECONNREFUSED\)\.$/u],
  [{ DATABASE_URL: away, DATABASE_SESSION_URL: url }, /^DATABASE_URL: \S+ cannot be reached \(ECONNREFUSED\)\.$/u],
  [{ DATABASE_SESSION_URL: away }, /^DATABASE_SESSION_URL: \S+ cannot be reached \(ECONNREFUSED\)\.$/u],
] as const)('the error of an unusable database names its setting: %j', async ([changes, sentence]) => {
  expect(await refusal({ ROLES: 'api', ...changes })).toMatch(sentence)
})

describe.skipIf(pgbouncerPath === undefined)('behind PgBouncer in transaction mode', () => {
  let pooler: TestPooler
  beforeAll(async () => {
    pooler = await openTestPooler(url, { mode: 'transaction', servers: 2 })
  })
  afterAll(async () => pooler.close())

  test('a portal without that setting does not start', async () => {
    expect(await refusal({ DATABASE_URL: pooler.url })).toMatch(
      /^DATABASE_URL: \S+ is a pooler in transaction mode; set DATABASE_SESSION_URL to .*\.$/u,
    )
    expect(await refusal({ DATABASE_SESSION_URL: pooler.url })).toMatch(
      /^DATABASE_SESSION_URL: \S+ is a pooler in transaction mode; it must be .*\.$/u,
    )
  })

  test.each([
    ['api,push', '0'],
    ['ingest', '8s'],
    ['jobs', '1min'],
  ])('the sessions of %s have the time limit %s', async (ROLES, limit) => {
    const database = await open({ ROLES, DATABASE_URL: pooler.url, DATABASE_SESSION_URL: url })
    expect(await readRows(database.pool)`show statement_timeout`).toEqual([{ statement_timeout: limit }])
    await database.close()
  })
})
