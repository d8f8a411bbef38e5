import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionList } from '#contract/sessions.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestApi, type TestApi } from '#test/test-api.ts'
import { createSessionServices } from '#server/identity/session/routes.ts'
import { maxSessionIdleMs } from '#server/identity/session/store.ts'
import { digestOfToken } from '#server/identity/store.ts'
import { createTestBrowser, startTestPortal, type TestBrowser, type TestPortal } from '#test/identity/test-portal.ts'
import { addAccountSessionRoutes } from './routes.ts'

let database: TestDatabase
let portal: TestPortal
let api: TestApi
const notified: { personId: string; count: number }[] = []
const url = '/api/2/users/me/sessions'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.pool.query('truncate person, audit, session_token cascade')
  notified.splice(0)
  portal = await startTestPortal({ database })
  const context = createSessionServices({
    ...portal.sessions,
    persons: {
      ...portal.sessions.persons,
      personIdOf: async ({ subject }) => portal.sessions.persons.personIdOf({ issuer: portal.idp.issuer, subject }),
    },
  })
  api = await createTestApi((add) =>
    addAccountSessionRoutes(add, {
      context,
      onSessionsEnded: async (_, { personId, count }) => void notified.push({ personId, count }),
    }),
  )
})

afterEach(async () => {
  await api.app.close()
  await portal.close()
})

async function signIn(sub: string): Promise<TestBrowser> {
  const browser = createTestBrowser(portal)
  await browser.signIn({ sub })
  return browser
}

const cookieOf = ({ cookies }: TestBrowser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function sessionsOf(as: string, browser?: TestBrowser) {
  const answer = await api.send({ as, url, headers: browser ? { cookie: cookieOf(browser) } : {} })
  expect(answer.statusCode).toBe(200)
  return sessionList.parse(answer.json()).items
}

const end = async (as: string, sessionRef: string, browser?: TestBrowser) =>
  api.send({
    as,
    method: 'DELETE',
    url: `${url}/${sessionRef}`,
    headers: browser ? { cookie: cookieOf(browser) } : {},
  })

test('a person sees where they are signed in: browser and system, since when, last use, and this one first', async () => {
  const laptop = await signIn('ann')
  const begun = await laptop.get('/auth/login', { 'user-agent': firefox })
  const back = portal.idp.signIn(String(begun.headers.location), 'ann')
  await laptop.get(`/auth/callback?${back}`, { 'user-agent': firefox })
  const signedInAt = new Date(portal.clock.now()).toISOString()
  portal.clock.pass(60_000)
  await signIn('ann')
  await signIn('bob')
  const listed = await sessionsOf('ann', laptop)
  expect(listed).toMatchObject([
    { browser: 'Firefox', system: 'Windows', signedInAt, lastUsedAt: signedInAt, thisSession: true },
    { browser: null, system: null, thisSession: false },
  ])
  expect(Object.keys(listed[0] ?? {})).not.toContain('place')
  expect((await sessionsOf('ann')).map(({ thisSession }) => thisSession)).toEqual([false, false])
})

test('an expired session is not listed', async () => {
  await signIn('ann')
  portal.clock.pass(maxSessionIdleMs)
  expect(await sessionsOf('ann')).toEqual([])
})

test('an ended session is over at once: its token is refused, its refresh token revoked, and the person is notified', async () => {
  const [laptop, telephone] = [await signIn('ann'), await signIn('ann')]
  const { accessToken } = (await telephone.post('/auth/token')).json<{ accessToken: string }>()
  const [, listed] = await sessionsOf('ann', laptop)
  expect((await end('ann', listed?.sessionRef ?? '', laptop)).statusCode).toBe(204)
  expect(portal.calls.endedTokens).toEqual([digestOfToken(accessToken).toString('base64url')])
  expect(portal.idp.revoked).toHaveLength(1)
  expect(notified).toMatchObject([{ count: 1 }])
  expect((await telephone.post('/auth/token')).statusCode).toBe(401)
  expect((await laptop.post('/auth/token')).statusCode).toBe(200)
  expect((await end('ann', listed?.sessionRef ?? '', laptop)).statusCode).toBe(404)
  const { rows } = await database.pool.query(
    `select actor, session, details from audit where action = 'session-end' and person_id is not null`,
  )
  expect(rows).toEqual([{ actor: 'person', session: listed?.sessionRef, details: { reason: 'ended-elsewhere' } }])
})

test('nobody ends the session of another person, or learns that it exists', async () => {
  const laptop = await signIn('ann')
  const [listed] = await sessionsOf('ann', laptop)
  await signIn('bob')
  expect((await end('bob', listed?.sessionRef ?? '')).statusCode).toBe(404)
  expect((await end('bob', randomBytes(8).toString('hex'))).statusCode).toBe(404)
  for (const wrong of ['x', `${listed?.sessionRef}0`, '%00', "'or'1'='1"])
    expect((await end('ann', encodeURIComponent(wrong), laptop)).statusCode, wrong).toBe(404)
  expect((await laptop.post('/auth/token')).statusCode).toBe(200)
  expect(notified).toEqual([])
})

test('all other sessions end, this one and those of other people stay', async () => {
  const [laptop, bobs] = [await signIn('ann'), await signIn('bob')]
  const others = [await signIn('ann'), await signIn('ann')]
  const answer = await api.send({ as: 'ann', method: 'DELETE', url, headers: { cookie: cookieOf(laptop) } })
  expect(answer.statusCode).toBe(204)
  for (const one of others) expect((await one.post('/auth/token')).statusCode).toBe(401)
  for (const one of [laptop, bobs]) expect((await one.post('/auth/token')).statusCode).toBe(200)
  expect(notified).toMatchObject([{ count: 2 }])
  expect((await api.send({ as: 'ann', method: 'DELETE', url, headers: { cookie: cookieOf(laptop) } })).statusCode).toBe(
    204,
  )
  expect(notified).toHaveLength(1)
})

test('of two requests that end one session at once, one wins, and the other reads that it is gone', async () => {
  const laptop = await signIn('ann')
  await signIn('ann')
  const [, listed] = await sessionsOf('ann', laptop)
  const ref = listed?.sessionRef ?? ''
  const answers = await Promise.all([end('ann', ref, laptop), end('ann', ref, laptop)])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 404]))
  expect(notified).toHaveLength(1)
})

test('without the scope for the person there is no answer', async () => {
  const as = 'ann-without-gateway.users'
  for (const request of [
    { as, url },
    { as, url, method: 'DELETE' },
    { as, url: `${url}/0123456789abcdef`, method: 'DELETE' },
  ])
    expect((await api.send(request)).statusCode).toBe(403)
  expect((await api.send({ url })).statusCode).toBe(401)
})
