import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { readBrands } from '#brands/read-brands.ts'
import { parseConfig } from './config.ts'
import { createTestDatabase } from '#test/database.ts'
import { createManualClock } from '#test/identity/manual-clock.ts'
import { startScriptedProvider } from '#test/identity/scripted-provider.ts'
import { openLog } from './log.ts'
import { startServingRoles } from './portal-process.ts'
import type { StopFunction } from './process-end.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'

const database = await createTestDatabase()
const clock = createManualClock()
const idp = await startScriptedProvider({ clock })
const pageDir = await mkdtemp(join(tmpdir(), 'portal-'))
await writeFile(join(pageDir, 'index.html'), '<!doctype html>')
const brands = await readBrands()
const running = new Set<StopFunction>()

afterEach(async () => {
  for (const close of running) await close()
  running.clear()
})

afterAll(async () => {
  await idp.close()
  await rm(pageDir, { recursive: true })
  await database.close()
})

const key = Buffer.alloc(32, 1).toString('base64')

/** Starts a process of the portal. All processes share one database. */
async function startProcess() {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const config = parseConfig(
    {
      ROLES: 'api,push',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: database.url,
      OIDC_ISSUER: idp.issuer,
      OIDC_AUDIENCE: 'gateway-portal',
      OIDC_CLIENT_ID: idp.script.client.id,
      OIDC_CLIENT_SECRET: idp.script.client.secret,
      DRAIN_SECONDS: '0',
      SESSION_KEY: key,
      REGISTRY_KEY: key,
      POLICIES_URL: 'http://127.0.0.1:9',
      PAGE_DIR: pageDir,
    },
    'cedar',
  )
  const log = openLog('silent', 'api')
  const close = await startServingRoles({
    config,
    database,
    brands,
    clock,
    log,
    registry: new Registry(),
    probes: [],
    ending: new AbortController().signal,
  })
  running.add(close)
  const end = async (): Promise<void> => {
    running.delete(close)
    await close()
  }
  return { origin, end }
}

/** Sends a request and reads the complete answer, because an unread answer would leave its connection open. */
async function send(url: string, request: RequestInit = {}) {
  const answer = await fetch(url, { redirect: 'manual', ...request })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const cookiesOf = (answer: { headers: Headers }): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Signs in, and returns the cookie of the new session. */
async function signIn(origin: string): Promise<string> {
  const begun = await send(`${origin}/auth/login`)
  const back = idp.signIn(begun.headers.get('location') ?? '', 'anna')
  const headers = { cookie: cookiesOf(begun) }
  return cookiesOf(await send(`${origin}/auth/callback?${back}`, { headers }))
}

async function tokenOf(origin: string, cookie: string): Promise<string> {
  const { text } = await send(`${origin}/auth/token`, { method: 'POST', headers: { cookie } })
  return (JSON.parse(text) as { accessToken: string }).accessToken
}

/** Whether the process accepts the access token. Any status except 401 counts as accepted. */
async function isTaken(origin: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await send(`${origin}/api/2/connections`, { headers })).status !== 401
}

test("an ended session's access tokens are refused at once by every process, also by one that starts later", async () => {
  const [one, other] = [await startProcess(), await startProcess()]
  const cookie = await signIn(one.origin)
  const first = await tokenOf(one.origin, cookie)
  clock.pass(4 * minuteMs)
  const second = await tokenOf(one.origin, cookie)
  expect(second).not.toBe(first)
  const elsewhere = await tokenOf(one.origin, await signIn(one.origin))
  for (const token of [first, second]) expect(await isTaken(other.origin, token)).toBe(true)

  await send(`${one.origin}/auth/logout`, { method: 'POST', headers: { cookie } })
  await vi.waitFor(async () => expect(await isTaken(other.origin, second)).toBe(false))
  expect(await isTaken(other.origin, first)).toBe(false)
  expect(await isTaken(other.origin, elsewhere)).toBe(true)

  await other.end()
  const restarted = await startProcess()
  for (const token of [first, second]) expect(await isTaken(restarted.origin, token)).toBe(false)
  expect(await isTaken(restarted.origin, elsewhere)).toBe(true)
})

test('a process that stops closes its port while the list of ended sessions waits for the database', async () => {
  const { origin, end } = await startProcess()
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table session_token in access exclusive mode')
  await blocker.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gateway-portal bus' and datname = current_database()`,
  )
  await vi.waitFor(
    async () => {
      const { rowCount } = await blocker.query(
        "select from pg_locks where relation = 'session_token'::regclass and not granted",
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 5_000 },
  )
  const ended = end()
  await vi.waitFor(async () => expect(send(`${origin}/healthz`)).rejects.toThrow(TypeError), { timeout: 5_000 })
  await blocker.query('rollback')
  blocker.release()
  await ended
})
