import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { createEndedTokenList } from './ended-token-list.ts'
import { deleteExpiredTokens, digestOfToken, endSessionTokens, saveSessionToken } from './store.ts'
import { createRecordingLog } from '#test/identity/recording-log.ts'
import { createManualClock } from '#test/identity/manual-clock.ts'

const database = await createTestDatabase()
const { pool } = database
const clock = createManualClock()
const { log } = createRecordingLog()
const open: ReturnType<typeof createEndedTokenList>[] = []
const personId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const answer = { issuer: 'https://id.example', subject: 'anna', scopes: new Set<never>(), expiresAt: 0 }

afterEach(async () => {
  for (const list of open.splice(0)) await list.close()
})

afterAll(async () => database.close())

/** Creates the list of ended tokens as one process has it. */
function openList() {
  const list = createEndedTokenList({ pool, clock, log })
  open.push(list)
  return { ...list, verify: list.refuse(async () => answer) }
}

/** Ends a session that had these access tokens; the last one is the newest. Returns the published digests. */
async function end(tokens: readonly string[], livesMs = 5 * minuteMs): Promise<string[]> {
  const sessionDigest = randomBytes(32)
  const kept = tokens.map((accessToken) => ({ accessToken, sessionDigest, expiresAt: new Date(clock.now() + livesMs) }))
  for (const token of kept.slice(0, -1)) await saveSessionToken(pool, token)
  const digests = await endSessionTokens(pool, { sessionDigest, lastToken: kept.at(-1) ?? null, now: clock.now() })
  return digests.map((digest) => digest.toString('base64url'))
}

const refused = { kind: 'unauthenticated' }

test('all access tokens of an ended session are refused, those of other sessions are not', async () => {
  const { listener, verify } = openList()
  expect(await verify('first')).toBe(answer)
  listener.onMessages([{ kind: 'session-ended', personId, tokenDigests: await end(['first', 'second']) }])
  await expect(verify('first')).rejects.toMatchObject(refused)
  await expect(verify('second')).rejects.toMatchObject(refused)
  expect(await verify('other')).toBe(answer)
})

test('a session that ended without a token ends no other', async () => {
  const { listener, verify } = openList()
  listener.onMessages([{ kind: 'session-ended', personId, tokenDigests: [] }])
  expect(await verify('any')).toBe(answer)
})

test('a process that starts refuses tokens that ended before', async () => {
  const sessionDigest = randomBytes(32)
  const expiresAt = new Date(clock.now() + 5 * minuteMs)
  await saveSessionToken(pool, { accessToken: 'still signed in', sessionDigest, expiresAt })
  await end(['before', 'last before'])
  const { read, verify } = openList()
  await read()
  await expect(verify('before')).rejects.toMatchObject(refused)
  await expect(verify('last before')).rejects.toMatchObject(refused)
  expect(await verify('still signed in')).toBe(answer)
})

test('sessions that ended while messages were lost are read from the database, as soon as it answers', async () => {
  const { listener, verify } = openList()
  await end(['unheard'])
  await pool.query('alter table session_token rename to away')
  listener.onResync()
  expect(await verify('unheard')).toBe(answer)
  await pool.query('alter table away rename to session_token')
  await vi.waitFor(async () => expect(verify('unheard')).rejects.toMatchObject(refused), { timeout: 5_000 })
})

test('a token is stored exactly as long as the API would accept it', async () => {
  await end(['short'], minuteMs)
  const isRefused = async () => {
    const { rowCount } = await pool.query('select from session_token where token_digest = $1', [digestOfToken('short')])
    return rowCount === 1
  }
  clock.pass(minuteMs + 30_000)
  await deleteExpiredTokens(pool, clock.now())
  expect(await isRefused()).toBe(true)
  clock.pass(30_000)
  await deleteExpiredTokens(pool, clock.now())
  expect(await isRefused()).toBe(false)
})
