import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { createPageSession, type SessionChange } from './session.ts'

const lifetimeMs = 300_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

type Fixture = { answers?: (() => Response)[]; lifetime?: number; isExpected?: boolean }

/** Creates a session with a fake portal, which returns `answers` or numbered tokens. */
function fixture({ answers = [], lifetime = lifetimeMs, isExpected = true }: Fixture = {}) {
  const changes: SessionChange[] = []
  const failures: unknown[] = []
  let asked = 0
  const session = createPageSession({
    isExpected,
    fetch: async (url, init) => {
      expect([url, init.method]).toEqual(['/auth/token', 'POST'])
      asked += 1
      const answer = answers.shift()
      if (answer) return answer()
      const expiresAt = new Date(Date.now() + lifetime).toISOString()
      return Response.json({ accessToken: `token-${asked}`, expiresAt })
    },
    now: () => Date.now(),
    onChange: (change) => changes.push(change),
    onRenewalFailed: (error) => failures.push(error),
  })
  return { session, changes, failures, asked: () => asked }
}

function refused() {
  return new Response(null, { status: 401 })
}

function unreachable(): Response {
  throw new TypeError('Failed to fetch')
}

test('the first token is requested once, for any number of waiting calls', async () => {
  const { session, asked } = fixture()
  const tokens = await Promise.all([session.token(), session.token(), session.renew()])
  expect(tokens).toEqual(['token-1', 'token-1', 'token-1'])
  expect(asked()).toBe(1)
})

test('the token is renewed 60 s before it expires', async () => {
  const { session, asked } = fixture()
  await session.token()
  await vi.advanceTimersByTimeAsync(lifetimeMs - 60_001)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(2)
  expect(session.current()).toBe('token-2')
})

test('each renewal is reported, so that the socket can follow', async () => {
  const { session, changes } = fixture()
  await session.token()
  await vi.advanceTimersByTimeAsync(lifetimeMs)
  expect(changes).toEqual([
    { kind: 'signed-in', token: 'token-1' },
    { kind: 'signed-in', token: 'token-2' },
  ])
})

test('a failed renewal is repeated every 60 s while the token is still valid', async () => {
  const { session, asked, failures } = fixture({ answers: [fresh, unreachable, unreachable] })
  await session.token()
  await vi.advanceTimersByTimeAsync(lifetimeMs - 60_000)
  expect(failures).toHaveLength(1)
  expect(session.current()).toBe('first')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.current()).toBe('token-4')
})

function fresh() {
  return Response.json({ accessToken: 'first', expiresAt: new Date(Date.now() + lifetimeMs).toISOString() })
}

test('a call close to expiry renews first, and uses the old token if that fails', async () => {
  const { session } = fixture({ answers: [fresh, unreachable, unreachable, unreachable] })
  await session.token()
  await vi.advanceTimersByTimeAsync(lifetimeMs - 30_000)
  expect(await session.token()).toBe('first')
})

test('a token that expires while the machine sleeps is renewed before the next call', async () => {
  const { session } = fixture()
  await session.token()
  vi.setSystemTime(Date.now() + hourMs)
  expect(session.current()).toBeNull()
  expect(await session.token()).toBe('token-2')
})

test('without a session there is no token, and no second request', async () => {
  const { session, changes, asked } = fixture({ answers: [refused] })
  expect(await session.token()).toBeNull()
  expect(await session.token()).toBeNull()
  expect(changes).toEqual([{ kind: 'signed-out' }])
  expect(asked()).toBe(1)
})

test('an unknown state is distinguished from being signed out', async () => {
  const { session, changes } = fixture({ answers: [unreachable] })
  await expect(session.token()).rejects.toMatchObject({ failure: { kind: 'network' } })
  expect(changes).toEqual([])
})

test('a failed first token request is repeated every 60 s', async () => {
  const { session, failures, changes, asked } = fixture({ answers: [unreachable, unreachable] })
  await expect(session.token()).rejects.toThrow('The call failed: network')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked(), failures.length, changes]).toEqual([2, 1, []])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual([{ kind: 'signed-in', token: 'token-3' }])
})

test('after the end nothing is renewed', async () => {
  const { session, asked } = fixture()
  await session.token()
  session.end()
  await vi.advanceTimersByTimeAsync(lifetimeMs * 2)
  expect(asked()).toBe(1)
  expect(await session.token()).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('a token with a lifetime of less than a minute does not cause endless requests', async () => {
  const { session, asked } = fixture({ lifetime: 30_000 })
  await session.token()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(2)
})

test('the body of a refusal is cancelled at once', async () => {
  const cancel = vi.fn<() => void>()
  const { session } = fixture({ answers: [() => new Response(new ReadableStream({ cancel }), { status: 401 })] })
  expect(await session.token()).toBeNull()
  expect(cancel).toHaveBeenCalledOnce()
})

test('a browser without a session cookie is signed out, without a request', async () => {
  const { session, changes, asked } = fixture({ isExpected: false })
  expect(await session.token()).toBeNull()
  expect(changes).toEqual([{ kind: 'signed-out' }])
  expect(asked()).toBe(0)
})
