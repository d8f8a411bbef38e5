import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestBrowser, startTestPortal, type TestBrowser, type TestPortal } from '#test/identity/test-portal.ts'
import { createSealer, digestOfSecret } from './sealer.ts'

let database: TestDatabase
let portal: TestPortal
let browser: TestBrowser

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  portal = await startTestPortal({ database })
  browser = createTestBrowser(portal)
})
afterEach(() => portal.close())

async function everything(): Promise<string> {
  const [sessions, attempts] = await Promise.all([
    database.pool.query('select * from session'),
    database.pool.query('select * from sign_in_attempt'),
  ])
  const columns = [...sessions.rows, ...attempts.rows].flatMap((row): unknown[] => Object.values(row))
  return columns.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\n')
}

/** Runs one sign-in, one renewal, one failure and one sign-out. Returns all secrets that occurred in them. */
async function secretsOfOneLife(): Promise<string[]> {
  const begun = await browser.get('/auth/login')
  const back = portal.idp.signIn(String(begun.headers.location))
  await browser.get(`/auth/callback?${back}`)
  const sessionId = browser.cookies.get('portal_session') ?? ''
  const first = (await browser.post('/auth/token')).json<{ accessToken: string }>()
  portal.clock.pass(10 * minuteMs)
  const second = (await browser.post('/auth/token')).json<{ accessToken: string }>()
  const verifier = portal.idp.grants[0]?.get('code_verifier') ?? ''
  const refreshToken = portal.idp.grants[1]?.get('refresh_token') ?? ''
  const searchParams = new URL(String(begun.headers.location)).searchParams
  const marks = [
    back.get('code'),
    searchParams.get('state'),
    searchParams.get('nonce'),
    browser.cookies.get('portal_sign_in'),
  ]
  const secrets = [...marks, verifier, refreshToken, sessionId, first.accessToken, second.accessToken]
  return secrets.map((secret) => secret ?? '')
}

test('no token, code, state or session id is in the database as plain text', async () => {
  await browser.get('/auth/login')
  const secrets = await secretsOfOneLife()
  const stored = await everything()
  expect(stored.length).toBeGreaterThan(1000)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(stored).not.toContain(secret)
  }
})

test('no token, code, state or session id is in the log', async () => {
  const secrets = await secretsOfOneLife()
  await browser.get(`/auth/callback?code=${secrets[0]}&state=${secrets[1]}`)
  portal.idp.script.tokenAnswer = 'broken'
  portal.clock.pass(10 * minuteMs)
  await browser.post('/auth/token')
  await browser.post('/auth/logout')
  const log = portal.lines.join()
  expect(log).toContain('signed in')
  expect(log).toContain('access token not renewed')
  for (const secret of [...secrets, 'client-secret-of-tests']) expect(log).not.toContain(secret)
})

test('a sealed value opens only with its key, in its cell, unchanged', () => {
  const key = randomBytes(32)
  const cell = { column: 'refresh_token', row: digestOfSecret('session') }
  const sealed = createSealer(key).seal('grüße', cell)
  expect(createSealer(key).open(sealed, cell)).toBe('grüße')
  expect(createSealer(key).open(sealed, { ...cell, column: 'access_token' })).toBeNull()
  expect(createSealer(key).open(sealed, { ...cell, row: digestOfSecret('another') })).toBeNull()
  expect(createSealer(randomBytes(32)).open(sealed, cell)).toBeNull()
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(createSealer(key).open(changed, cell)).toBeNull()
    expect(createSealer(key).open(sealed.subarray(0, index), cell)).toBeNull()
  }
})

test('the same text is never sealed to the same bytes', () => {
  const sealer = createSealer(randomBytes(32))
  const cell = { column: 'c', row: digestOfSecret('r') }
  expect(sealer.seal('text', cell).equals(sealer.seal('text', cell))).toBe(false)
})

test('a session sealed under another key has ended', async () => {
  await browser.signIn()
  const app = await portal.createAnotherApp({ config: { ...portal.config, sessionKey: randomBytes(32) } })
  const other = createTestBrowser(portal, { app })
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  expect((await other.post('/auth/token')).statusCode).toBe(401)
  expect(portal.calls.ended).toHaveLength(1)
})
