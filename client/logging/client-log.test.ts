import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientLogEntry, clientLogEntry, clientLogLimits } from '#contract/client-log.ts'
import { createClientLog } from './client-log.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

function fixture(
  post: (entry: ClientLogEntry) => Promise<void> = async () => undefined,
  location = 'https://portal.example/appliances?code=abc123&x=1',
) {
  const posted: ClientLogEntry[] = []
  const said: string[] = []
  const log = createClientLog({
    post: async (entry) => {
      posted.push(entry)
      await post(entry)
    },
    context: () => ({
      clientTime: new Date().toISOString(),
      userAgent: 'Browser/1.0',
      viewportWidth: 360,
      viewportHeight: 640,
      cookies: 'cedar_privacy=version=2&marketing=1; other=secret-value',
      location,
    }),
    now: () => Date.now(),
    console: { warn: (message: string) => said.push(message), error: (message: string) => said.push(message) },
  })
  return { log, posted, said }
}

test('warnings and errors are sent with the state of the page', async () => {
  const { log, posted } = fixture()
  log.error('Error getting appliances list', new Error('No network'), {
    fileName: 'a.js',
    lineNumber: 3,
    columnNumber: 7,
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(posted).toHaveLength(1)
  expect(posted[0]).toMatchObject({
    level: 'error',
    message: 'Error getting appliances list: No network',
    clientTime: '2026-03-01T12:00:00.000Z',
    viewportWidth: 360,
    fileName: 'a.js',
    lineNumber: 3,
    columnNumber: 7,
  })
  expect(clientLogEntry.safeParse(posted[0]).success).toBe(true)
})

test('a link that needs no sign-in is not sent, in any field of an entry', async () => {
  const path = '/unsubscribe/SECRETTOKEN'
  const { log, posted } = fixture(undefined, `https://portal.example${path}`)
  log.error(`Error at ${path}`, new Error(`No answer of https://portal.example${path}`), { fileName: path })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(posted[0]?.location).toBe('https://portal.example/unsubscribe/***')
  expect(JSON.stringify(posted)).not.toContain('SECRETTOKEN')
})

test('the whitelisted message is omitted', async () => {
  const { log, posted } = fixture()
  log.warn('No silent_redirect_uri configured')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(posted).toEqual([])
})

test('the same message within a batch is sent once', async () => {
  const { log, posted } = fixture()
  for (let count = 0; count < 5; count += 1) log.warn('Again')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(posted).toHaveLength(1)
})

test('a page with endless errors sends ten a minute', async () => {
  const { log, posted } = fixture()
  for (let count = 0; count < 50; count += 1) log.warn(`Wrong ${count}`)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(posted).toHaveLength(10)
  await vi.advanceTimersByTimeAsync(60_000)
  log.warn('Wrong again')
  log.flush()
  expect(posted).toHaveLength(11)
})

test('a failure of the log does not log itself', async () => {
  const { log, posted, said } = fixture(async () => {
    throw new Error('RefusedEntry')
  })
  log.warn('First')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posted).toHaveLength(1)
  expect(said).toEqual(['First', 'The client log was not taken'])
})

test('values longer than their limits are cut', async () => {
  const { log, posted } = fixture()
  log.error('x'.repeat(clientLogLimits.message * 2))
  log.flush()
  expect(posted[0]?.message).toHaveLength(clientLogLimits.message)
})

test('no token and no cookie value is sent', async () => {
  const { log, posted } = fixture()
  log.error(`Refused with Bearer ${token}`, new Error(`token=${token}`))
  log.flush()
  const sent = JSON.stringify(posted)
  expect(sent).not.toContain(token.slice(0, 12))
  expect(sent).not.toContain('secret-value')
  expect(sent).not.toContain('abc123')
})
