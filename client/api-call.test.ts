import { expect, expectTypeOf, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { exportApi } from '#contract/export-api.ts'
import { personApi } from '#contract/person-api.ts'
import type { ConnectionList } from '#contract/appliance.ts'
import { CallError, createApiCall, createFileOpener, type CallFailure } from './api-call.ts'

const noConnections = { items: [], total: 0 }

function problemBody(status: number, code: string, more: object = {}) {
  return { type: 'about:blank', title: 'RefusedEntry', status, code, ...more }
}

/** Creates a call to a fake server that returns `answers` in order, and a session that counts its renewals. */
function fixture(answers: (Response | Error)[], renewed: string | null = 'second') {
  const seen: { url: string; init: RequestInit }[] = []
  const failures: CallFailure[] = []
  let renewals = 0
  const call = createApiCall({
    fetch: async (url, init) => {
      seen.push({ url, init })
      const answer = answers.shift()
      if (answer instanceof Response) return answer
      throw answer ?? new Error('Nothing more to answer')
    },
    tokens: {
      token: async () => 'first',
      renew: async () => {
        renewals += 1
        return renewed
      },
    },
    observe: (failure) => failures.push(failure),
  })
  return { call, seen, failures, renewals: () => renewals }
}

test('every call sends the language of the page, which is stored with a consent', async () => {
  const seen: RequestInit[] = []
  const call = createApiCall({
    fetch: async (_, init) => {
      seen.push(init)
      return Response.json(noConnections)
    },
    tokens: { token: async () => 'token', renew: async () => null },
    observe: () => undefined,
    language: () => 'cs',
  })
  await call(applianceApi.listConnections, { query: {} })
  expect(new Headers(seen[0]?.headers).get('accept-language')).toBe('cs')
})

test('a cached answer needs neither token nor request, and only reads use it', async () => {
  const asked: string[] = []
  const call = createApiCall({
    fetch: async () => Promise.reject(new Error('Nobody asks')),
    tokens: { token: async () => Promise.reject(new Error('Nobody is asked')), renew: async () => null },
    atHand: (url) => {
      asked.push(url)
      return Promise.resolve(Response.json(noConnections))
    },
    observe: () => undefined,
  })
  expect(await call(applianceApi.listConnections, { query: { brand: 'cedar' } })).toEqual(noConnections)
  await expect(
    call(personApi.acceptTerms, { body: { version: '1', country: 'DE', language: 'de' } } as never),
  ).rejects.toThrow('The call failed: network')
  expect(asked).toEqual(['/api/2/connections?brand=cedar'])
})

function bearerOf(init: RequestInit | undefined) {
  return new Headers(init?.headers).get('authorization')
}

async function failureOfCall(promise: Promise<unknown>): Promise<CallFailure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('The call did not fail as expected')
  return error.failure
}

test('a call carries the bearer token, its path and its query', async () => {
  const { call, seen } = fixture([Response.json(noConnections)])
  const answer = await call(applianceApi.listConnections, { query: { brand: 'cedar,birch' } })
  expectTypeOf(answer).toEqualTypeOf<ConnectionList>()
  expect(answer).toEqual(noConnections)
  expect(seen[0]?.url).toBe('/api/2/connections?brand=cedar%2Cbirch')
  expect(bearerOf(seen[0]?.init)).toBe('Bearer first')
})

test('path parameters are encoded', async () => {
  const { call, seen } = fixture([new Response(null, { status: 204 })])
  await call(applianceApi.deleteConnection, { params: { id: '../users/me' } })
  expect(seen[0]?.url).toBe('/api/2/connections/..%2Fusers%2Fme')
})

test('on 401 the token is renewed and the call repeated once', async () => {
  const { call, seen, renewals, failures } = fixture([
    new Response(null, { status: 401 }),
    Response.json(noConnections),
  ])
  await call(applianceApi.listConnections, { query: {} })
  expect(renewals()).toBe(1)
  expect(seen.map(({ init }) => bearerOf(init))).toEqual(['Bearer first', 'Bearer second'])
  expect(failures).toEqual([])
})

test('a second 401 is a failure that is reported to the page', async () => {
  const { call, seen, failures } = fixture([new Response(null, { status: 401 }), new Response(null, { status: 401 })])
  const failure = await failureOfCall(call(applianceApi.listConnections, { query: {} }))
  expect(failure).toEqual({ kind: 'unauthenticated' })
  expect(failures).toEqual([failure])
  expect(seen).toHaveLength(2)
})

test('without a session a 401 is not repeated', async () => {
  const { call, seen } = fixture([new Response(null, { status: 401 })], null)
  expect(await failureOfCall(call(applianceApi.unsubscribe))).toEqual({ kind: 'unauthenticated' })
  expect(seen).toHaveLength(1)
})

test('412 names the route where terms are accepted', async () => {
  const refused = Response.json(problemBody(412, 'terms-not-accepted', { route: '/accept-tos' }), { status: 412 })
  const { call } = fixture([refused])
  expect(await failureOfCall(call(applianceApi.readConnection, { params: { id: 'x' }, query: {} }))).toEqual({
    kind: 'terms',
    route: '/accept-tos',
  })
})

test('a refusal keeps its code, its fields and how long to wait', async () => {
  const refused = Response.json(problemBody(429, 'too-many-requests'), {
    status: 429,
    headers: { 'retry-after': '90' },
  })
  const { call } = fixture([refused])
  expect(await failureOfCall(call(applianceApi.unsubscribe))).toEqual({
    kind: 'refused',
    status: 429,
    code: 'too-many-requests',
    errors: [],
    retryAfterS: 90,
  })
})

test('an answer that breaks the contract has a failure kind of its own', async () => {
  const { call } = fixture([Response.json({ items: 'none' })])
  expect(await failureOfCall(call(applianceApi.listConnections, { query: {} }))).toEqual({
    kind: 'unexpected',
    status: 200,
  })
})

test('an error page instead of a problem has a failure kind of its own', async () => {
  const { call } = fixture([new Response('<h1>Bad gateway</h1>', { status: 502 })])
  expect(await failureOfCall(call(applianceApi.unsubscribe))).toEqual({ kind: 'unexpected', status: 502 })
})

test('a missing answer is distinguished from a refusal', async () => {
  const { call } = fixture([new TypeError('Failed to fetch')])
  expect(await failureOfCall(call(applianceApi.unsubscribe))).toEqual({ kind: 'network' })
})

test('a call ends after its time limit', async () => {
  const call = createApiCall({
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    tokens: { token: async () => null, renew: async () => null },
    observe: () => undefined,
    timeLimitMs: 5,
  })
  expect(await failureOfCall(call(applianceApi.unsubscribe))).toEqual({ kind: 'timeout' })
})

const aFile = { applianceId: 'a', fileId: 'f' }
const hello = { 'content-type': 'application/zip' }

function filesOf(answers: Response[]) {
  const seen: { url: string; init: RequestInit }[] = []
  const failures: CallFailure[] = []
  const open = createFileOpener({
    fetch: async (url, init) => {
      seen.push({ url, init })
      return answers.shift() ?? new Response(null, { status: 500 })
    },
    tokens: { token: async () => 'first', renew: async () => 'second' },
    observe: (failure) => failures.push(failure),
  })
  const ask = () => open(exportApi.downloadDataExport, { params: aFile, headers: { range: 'bytes=5-' }, signal })
  const { signal } = new AbortController()
  return { ask, seen, failures, signal }
}

test('a file is downloaded with the token, on 401 with a new one, and without the default time limit', async () => {
  const { ask, seen, signal } = filesOf([
    new Response(null, { status: 401 }),
    new Response('part', { status: 206, headers: hello }),
  ])
  const answer = await ask()
  expect(await answer.text()).toBe('part')
  expect(seen.map(({ url }) => url)).toEqual(Array(2).fill('/api/2/eu-data-act/a/files/f'))
  expect(seen.map(({ init }) => bearerOf(init))).toEqual(['Bearer first', 'Bearer second'])
  expect(new Headers(seen[1]?.init.headers).get('range')).toBe('bytes=5-')
  expect(seen[1]?.init.signal).toBe(signal)
})

test('a refused file is a failure as with every call', async () => {
  const { ask, failures } = filesOf([Response.json(problemBody(404, 'not-found'), { status: 404 })])
  expect(await failureOfCall(ask())).toMatchObject({ kind: 'refused', code: 'not-found' })
  expect(failures).toHaveLength(1)
})
