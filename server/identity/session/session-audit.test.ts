import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestBrowser, startTestPortal, type TestBrowser, type TestPortal } from '#test/identity/test-portal.ts'
import { deleteExpiredSignInData } from './delete-expired-sign-in-data.ts'
import { digestOfSecret } from './sealer.ts'
import { maxSessionLifetimeMs } from './sign-in.ts'

let database: TestDatabase
let portal: TestPortal
let browser: TestBrowser

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.pool.query('truncate audit, session cascade')
  portal = await startTestPortal({ database })
  browser = createTestBrowser(portal)
  await browser.signIn()
})
afterEach(() => portal.close())

async function records(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select actor, action, session, details, outcome, address, request_id is not null as "hasRequest",
       exists (select from person where id = person_id) as "hasPerson"
     from audit order by id`,
  )
  return rows
}

function cookieOf({ cookies }: TestBrowser): string {
  return cookies.get('__Host-portal_session') ?? cookies.get('portal_session') ?? ''
}

const facts = { outcome: 'done', address: '127.0.0.1', hasRequest: true, hasPerson: true }

test('sign-in and sign-out leave a record each, with the person and a session reference that is not secret', async () => {
  const cookie = cookieOf(browser)
  const session = digestOfSecret(cookie).toString('hex').slice(0, 16)
  await browser.post('/auth/logout')
  expect(await records()).toEqual([
    { ...facts, actor: 'person', action: 'sign-in', session, details: {} },
    { ...facts, actor: 'person', action: 'sign-out', session, details: {} },
  ])
  const everything = await database.pool.query('select audit::text as text from audit')
  expect(JSON.stringify(everything.rows) + portal.lines.join('')).not.toContain(cookie)
})

test('a session that is replaced by another sign-in of the browser leaves a record of its end', async () => {
  await browser.signIn()
  expect(await records()).toMatchObject([
    { action: 'sign-in' },
    { action: 'sign-in' },
    { actor: 'person', action: 'session-end', details: { reason: 'replaced' } },
  ])
})

test('an expired session leaves a record, as an act of the portal', async () => {
  const session = digestOfSecret(cookieOf(browser)).toString('hex').slice(0, 16)
  portal.clock.pass(maxSessionLifetimeMs)
  await deleteExpiredSignInData({ pool: database.pool, clock: portal.clock })
  const ended = { actor: 'portal', action: 'session-end', session, details: { reason: 'expired' }, hasPerson: true }
  expect((await records())[1]).toMatchObject(ended)
})

test('a sign-in that fails leaves no record of a person', async () => {
  await database.pool.query('truncate audit')
  await createTestBrowser(portal).get('/auth/callback?state=x&code=y')
  expect(await records()).toEqual([])
})
