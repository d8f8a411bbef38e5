import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { accountRestoreDays } from '#contract/account-deletion.ts'
import { dayMs } from '#contract/durations.ts'
import type { NoticeEvent } from '#contract/notices.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { maxFreshSignInAgeMs } from '#server/identity/session/sign-in.ts'
import { deletePerson, lockPersonAndReadGatewayIds } from '#server/identity/store.ts'
import { addAccountDeletionRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool } = database
const time = { ms: Date.parse('2026-11-26T10:00:00Z') }
const clock = { now: () => time.ms }
const persons = createPersonDirectory(database)
const events: NoticeEvent[] = []
const api = await createTestApi((add) =>
  addAccountDeletionRoutes(add, {
    database,
    persons,
    clock,
    config: { publicUrl: 'http://portal.example' },
    readUser: async ({ subject }) => ({ sub: subject }),
    notify: async (_, { event }) => void events.push(event),
  }),
)
/** The id of a person. Each test has another person, because the ids of people are cached. */
let ann = ''

beforeEach(() => {
  ann = randomUUID()
  events.splice(0)
})

afterAll(async () => {
  await api.app.close()
  await database.close()
})

async function sessionOf(subject: string, authenticatedAt: number | null): Promise<string> {
  const personId = await persons.personIdOf({ issuer: testIssuer, subject })
  const secret = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
       expires_at, renewed_at, authenticated_at) values ($1, $2, 'a', now(), now(), 'b', now(), $3, $4, $5)`,
    [
      createHash('sha256').update(secret).digest(),
      personId,
      new Date(time.ms + 30 * dayMs),
      new Date(time.ms),
      authenticatedAt === null ? null : new Date(authenticatedAt),
    ],
  )
  return `portal_session=${secret}`
}

const remove = async (as: string, cookie?: string) =>
  api.send({ as, method: 'DELETE', url: '/api/2/users/me', headers: cookie === undefined ? {} : { cookie } })
const restore = async (as: string) => api.send({ as, method: 'POST', url: '/api/2/users/me/restore' })

async function eraseAt(subject: string): Promise<Date | null | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>('select erase_at as at from person where subject = $1', [
    subject,
  ])
  return rows[0]?.at
}

test('a person who has just signed in deletes their account: it is erased in 7 days, and they are notified once', async () => {
  const cookie = await sessionOf(ann, time.ms - maxFreshSignInAgeMs + 1)
  const erasedAt = new Date(time.ms + accountRestoreDays * dayMs).toISOString()
  for (const _ of [1, 2]) {
    const answer = await remove(ann, cookie)
    expect([answer.statusCode, answer.json()]).toEqual([202, { erasedAt }])
    time.ms += 1
    await pool.query('update session set authenticated_at = $1', [new Date(time.ms)])
  }
  expect(events).toMatchObject([{ kind: 'account-deleted', erasedAt }])
})

test('an old sign-in, an unknown one, another person’s session and a token without a session delete nothing', async () => {
  const others = await sessionOf(randomUUID(), time.ms)
  const cookies = [await sessionOf(ann, time.ms - maxFreshSignInAgeMs), await sessionOf(ann, null), others, undefined]
  for (const cookie of cookies) {
    const answer = await remove(ann, cookie)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'sign-in-too-old' }])
  }
  expect([await eraseAt(ann), events]).toEqual([null, []])
  expect((await remove(`${ann}-without-gateway.users`)).statusCode).toBe(403)
})

test('a person takes the deletion back, once', async () => {
  await remove(ann, await sessionOf(ann, time.ms))
  expect((await restore(ann)).statusCode).toBe(201)
  expect(await eraseAt(ann)).toBe(null)
  expect(events.map(({ kind }) => kind)).toEqual(['account-deleted', 'account-restored'])
  expect((await restore(ann)).statusCode).toBe(404)
})

test('if a person takes the deletion back while the portal erases them, one wins', async () => {
  await remove(ann, await sessionOf(ann, time.ms))
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: ann })
  const due = { now: time.ms + accountRestoreDays * dayMs, isDue: true }
  const client = await pool.connect()
  await client.query('begin')
  expect(await lockPersonAndReadGatewayIds(client, personId, due)).toEqual([])
  const restoring = restore(ann)
  await deletePerson(client, personId)
  await client.query('commit')
  client.release()
  expect((await restoring).statusCode).toBe(404)
  ann = randomUUID()
  await remove(ann, await sessionOf(ann, time.ms))
  await restore(ann)
  expect(
    await lockPersonAndReadGatewayIds(pool, await persons.personIdOf({ issuer: testIssuer, subject: ann }), due),
  ).toBe(null)
})
