import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { maxPushSubscriptions, pushBrowserList } from '#contract/notice-settings.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addPushSubscriptionRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool } = database
const persons = createPersonDirectory(database)
const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
const webPush = { publicKey: 'a', privateKey: 'b', subject: 'mailto:a@b.example', testOrigin: null }
const publicUrl = 'http://portal.example'
const bus = { publish: async () => {} }
const clock = { now: () => (time.ms += 1) }
const channels = { mail: true, push: true }
const dependencies = { database, persons, clock, bus, channels, brandOfRequest: () => 'birch' }
const api = await createTestApi((add) =>
  addPushSubscriptionRoutes(add, { ...dependencies, config: { webPush, publicUrl } }),
)
const bare = await createTestApi((add) =>
  addPushSubscriptionRoutes(add, { ...dependencies, config: { webPush: null, publicUrl } }),
)

afterAll(async () => {
  await api.app.close()
  await bare.app.close()
  await database.close()
})

const url = '/api/2/notices/push-subscriptions'
const keys = { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) }
const endpointOf = (name: string | number) => `https://push.example.com/send/${name}`
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** Creates a session of the person. Returns the cookie of its browser, and the digest of the cookie. */
async function sessionOf(subject: string): Promise<{ cookie: string; digest: Buffer }> {
  const personId = await persons.personIdOf({ issuer: testIssuer, subject })
  const secret = randomBytes(32).toString('base64url')
  const digest = createHash('sha256').update(secret).digest()
  await pool.query(
    `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
       expires_at, renewed_at) values ($1, $2, 'a', now(), now(), 'b', now(), $3, $4)`,
    [digest, personId, new Date(time.ms + dayMs), new Date(time.ms)],
  )
  return { cookie: `portal_session=${secret}`, digest }
}

const sessions = new Map<string, string>()

/**
 * Subscribes a browser of the person. The session is that of the cookie in `headers`, otherwise the person's only
 * session.
 */
async function subscribe(as: string, endpoint: string, headers: Record<string, string> = {}) {
  const cookie = headers['cookie'] ?? sessions.get(as) ?? (await sessionOf(as)).cookie
  sessions.set(as, cookie)
  return api.send({ as, method: 'POST', url, body: { endpoint, keys }, headers: { cookie, 'user-agent': chrome } })
}

const unsubscribe = async (as: string, endpoint: string) => api.send({ as, method: 'DELETE', url, body: { endpoint } })

async function endpointsOf(subject: string): Promise<string[]> {
  const text = 'select endpoint from push_subscription where person_id = $1 order by created_at'
  const { rows } = await pool.query<{ endpoint: string }>(text, [
    await persons.personIdOf({ issuer: testIssuer, subject }),
  ])
  return rows.map(({ endpoint }) => endpoint)
}

test('a browser is stored once, and only its own person can remove it', async () => {
  const endpoint = endpointOf('one')
  for (const _ of [1, 2]) {
    const answer = await subscribe('ann', endpoint)
    expect([answer.statusCode, answer.json()]).toEqual([201, { endpoint }])
  }
  expect(await endpointsOf('ann')).toEqual([endpoint])
  expect((await unsubscribe('mallory', endpoint)).statusCode).toBe(404)
  expect((await unsubscribe('ann', endpoint)).statusCode).toBe(204)
  expect(await endpointsOf('ann')).toEqual([])
})

test('a browser moves to the person who signs in with it, and the previous one gets nothing', async () => {
  await subscribe('bea', endpointOf('shared'))
  await subscribe('carl', endpointOf('shared'))
  expect([await endpointsOf('bea'), await endpointsOf('carl')]).toEqual([[], [endpointOf('shared')]])
})

test('above the maximum the oldest browsers of a person are removed', async () => {
  for (let count = 0; count <= maxPushSubscriptions; count++) await subscribe('dora', endpointOf(count))
  const kept = await endpointsOf('dora')
  expect([kept.length, kept[0]]).toEqual([maxPushSubscriptions, endpointOf(1)])
})

test('every push subscription belongs to a session and ends with it; a token without one, or with the session of another person, creates none', async () => {
  const { cookie, digest } = await sessionOf('emil')
  await subscribe('emil', endpointOf('emil'), { cookie })
  expect((await subscribe('fritz', endpointOf('fritz'), { cookie })).statusCode).toBe(401)
  const body = { endpoint: endpointOf('token'), keys }
  expect((await api.send({ as: 'emil', method: 'POST', url, body })).statusCode).toBe(401)
  expect([await endpointsOf('emil'), await endpointsOf('fritz')]).toEqual([[endpointOf('emil')], []])
  await pool.query('delete from session where id_digest = $1', [digest])
  expect(await endpointsOf('emil')).toEqual([])
})

test('an ended session cannot subscribe', async () => {
  const { cookie, digest } = await sessionOf('gustav')
  await pool.query('update session set expires_at = $2 where id_digest = $1', [digest, new Date(time.ms)])
  expect((await subscribe('gustav', endpointOf('gustav'), { cookie })).statusCode).toBe(401)
})

test('a person sees the browsers that get push messages, which of them is theirs, and removes one', async () => {
  const [laptop, telephone] = [await sessionOf('lena'), await sessionOf('lena')]
  await subscribe('lena', endpointOf('laptop'), { cookie: laptop.cookie })
  await subscribe('lena', endpointOf('telephone'), { cookie: telephone.cookie })
  const list = async (as: string) => {
    const answer = await api.send({ as, url, headers: { cookie: laptop.cookie } })
    expect(answer.statusCode).toBe(200)
    return pushBrowserList.parse(answer.json()).items
  }
  const listed = await list('lena')
  expect(listed.map(({ thisBrowser }) => thisBrowser)).toEqual([false, true])
  expect(listed[0]).toMatchObject({ browser: 'Chrome', system: 'Linux' })
  expect(await list('mallory')).toEqual([])
  const remove = async (as: string) => api.send({ as, method: 'DELETE', url: `${url}/${listed[0]?.id}` })
  expect((await remove('mallory')).statusCode).toBe(404)
  expect((await remove('lena')).statusCode).toBe(204)
  expect((await remove('lena')).statusCode).toBe(404)
  expect(await endpointsOf('lena')).toEqual([endpointOf('laptop')])
})

test('an additional browser for push messages causes one notice for its session', async () => {
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: 'nora' })
  for (const name of ['first', 'renewed']) await subscribe('nora', endpointOf(name))
  const { rows } = await pool.query('select event from notice where person_id = $1', [personId])
  expect(rows).toEqual([
    { event: { kind: 'push-browser-added', at: expect.any(String) as string, browser: 'Chrome', system: 'Linux' } },
  ])
  const { rows: mails } = await pool.query(`select channel from outbox where person_id = $1`, [personId])
  expect(mails).toEqual([{ channel: 'mail' }])
})

test('the removal of a browser for push messages causes one notice, which also goes out by email', async () => {
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: 'olga' })
  const { cookie } = await sessionOf('olga')
  for (const name of ['kept', 'listed', 'own']) await subscribe('olga', endpointOf(`olga ${name}`), { cookie })
  await pool.query('delete from notice where person_id = $1', [personId])
  const answer = await api.send({ as: 'olga', url, headers: { cookie } })
  const listed = pushBrowserList.parse(answer.json()).items[1]
  for (const status of [204, 404]) {
    const { statusCode } = await api.send({ as: 'olga', method: 'DELETE', url: `${url}/${listed?.id}` })
    expect(statusCode).toBe(status)
  }
  for (const status of [204, 404]) expect((await unsubscribe('olga', endpointOf('olga own'))).statusCode).toBe(status)
  const { rows } = await pool.query('select event from notice where person_id = $1', [personId])
  const event = { kind: 'push-browser-removed', at: expect.any(String) as string, browser: 'Chrome', system: 'Linux' }
  expect(rows).toEqual([{ event }, { event }])
  const text = `select channel, count(*)::int as count from outbox where person_id = $1 group by channel order by channel`
  // Security notices are sent as push messages only if the person has chosen this.
  expect((await pool.query(text, [personId])).rows).toEqual([{ channel: 'mail', count: 2 }])
})

test.each([
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://router.lan/a',
  'https://user:secret@push.example.com/a',
])('%s is not a push service', async (endpoint) => {
  const answer = await subscribe('gina', endpoint)
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ path: 'endpoint' }] }])
  expect(await endpointsOf('gina')).toEqual([])
})

test('without keys of the operator there is no push', async () => {
  const body = { endpoint: endpointOf('x'), keys }
  expect((await bare.send({ as: 'hans', method: 'POST', url, body })).statusCode).toBe(503)
})

test.each([{ endpoint: endpointOf('x') }, { endpoint: endpointOf('x'), keys, expirationTime: null, more: 1 }])(
  'a body such as %j has a wrong shape',
  async (body) => expect((await api.send({ as: 'ivo', method: 'POST', url, body })).statusCode).toBe(400),
)
