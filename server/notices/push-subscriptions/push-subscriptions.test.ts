import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { maxPushSubscriptions } from '#contract/notice-settings.ts'
import { testDatabase } from '#server/database/testing.ts'
import { testApi, testIssuer } from '#server/http/testing.ts'
import { createPersons } from '#server/identity/person.ts'
import { addPushSubscriptionRoutes } from './routes.ts'

const database = await testDatabase()
const { pool } = database
const persons = createPersons(database)
const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
const webPush = { publicKey: 'a', privateKey: 'b', subject: 'mailto:a@b.example', testOrigin: null }
const publicUrl = 'http://portal.example'
const dependencies = { database, persons, clock: { now: () => (time.ms += 1) } }
const api = await testApi((add) => addPushSubscriptionRoutes(add, { ...dependencies, config: { webPush, publicUrl } }))
const bare = await testApi((add) =>
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
const subscribe = async (as: string, endpoint: string, headers: Record<string, string> = {}) =>
  api.send({ as, method: 'POST', url, body: { endpoint, keys }, headers })
const unsubscribe = async (as: string, endpoint: string) => api.send({ as, method: 'DELETE', url, body: { endpoint } })

async function endpointsOf(subject: string): Promise<string[]> {
  const text = 'select endpoint from push_subscription where person_id = $1 order by created_at'
  const { rows } = await pool.query<{ endpoint: string }>(text, [
    await persons.personIdOf({ issuer: testIssuer, subject }),
  ])
  return rows.map(({ endpoint }) => endpoint)
}

test('a browser is kept once, and removed by its own person alone', async () => {
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

test('who signs in with the browser of somebody else is told there, and the other is not', async () => {
  await subscribe('bea', endpointOf('shared'))
  await subscribe('carl', endpointOf('shared'))
  expect([await endpointsOf('bea'), await endpointsOf('carl')]).toEqual([[], [endpointOf('shared')]])
})

test('of too many browsers of a person the oldest go', async () => {
  for (let count = 0; count <= maxPushSubscriptions; count++) await subscribe('dora', endpointOf(count))
  const kept = await endpointsOf('dora')
  expect([kept.length, kept[0]]).toEqual([maxPushSubscriptions, endpointOf(1)])
})

test('a subscription goes with the session of its browser', async () => {
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: 'emil' })
  const secret = randomBytes(32).toString('base64url')
  const digest = createHash('sha256').update(secret).digest()
  await pool.query(
    `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
       expires_at, renewed_at) values ($1, $2, 'a', now(), now(), 'b', now(), now(), now())`,
    [digest, personId],
  )
  await subscribe('emil', endpointOf('emil'), { cookie: `portal_session=${secret}` })
  await subscribe('fritz', endpointOf('fritz'), { cookie: `portal_session=${secret}` })
  await pool.query('delete from session where id_digest = $1', [digest])
  expect([await endpointsOf('emil'), await endpointsOf('fritz')]).toEqual([[], [endpointOf('fritz')]])
})

test.each([
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://router.lan/a',
  'https://user:secret@push.example.com/a',
])('%s is no push service', async (endpoint) => {
  const answer = await subscribe('gina', endpoint)
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ path: 'endpoint' }] }])
  expect(await endpointsOf('gina')).toEqual([])
})

test('without keys of the operator there is no push', async () => {
  const body = { endpoint: endpointOf('x'), keys }
  expect((await bare.send({ as: 'hans', method: 'POST', url, body })).statusCode).toBe(503)
})

test.each([{ endpoint: endpointOf('x') }, { endpoint: endpointOf('x'), keys, expirationTime: null, more: 1 }])(
  'a body such as %j is of a wrong shape',
  async (body) => expect((await api.send({ as: 'ivo', method: 'POST', url, body })).statusCode).toBe(400),
)
