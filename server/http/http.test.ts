import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { addressGroupsOf } from './address-groups.ts'
import { Refusal } from './refusals.ts'
import { type TestApi, createTestApi } from '#test/test-api.ts'
import { answerUnknownPaths } from './unknown-paths.ts'

const seen: unknown[] = []
let server: TestApi
let app: FastifyInstance

beforeAll(async () => {
  server = await createTestApi((add) => {
    add(api.readUser, async ({ caller, address }) => {
      if (caller.subject === 'broken') throw new Error('secret inside')
      if (caller.subject === 'away') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
      if (caller.subject === 'slow') throw new Refusal('too-many-requests', { retryAfterS: 7 })
      if (caller.subject === 'address') return { sub: address }
      return { sub: caller.subject, password: 'never' } as { sub: string }
    })
    add(api.listConnections, async ({ query }) => {
      seen.push(query)
      return { items: [], total: 0 }
    })
    add(api.subscribe, async ({ body }) => body())
    add(api.writeClientLog, async ({ body }) => {
      body()
      return undefined
    })
  })
  app = server.app
})

afterAll(async () => app.close())

test('a request without a token, or with an invalid one, is refused with a challenge and no data', async () => {
  for (const as of [undefined, 'bad', 'bad.token.here', '']) {
    const answer = await server.send({ url: '/api/2/users/me', ...(as !== undefined && { as }) })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/u)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'No valid access token',
      status: 401,
      code: 'unauthenticated',
    })
  }
  const basic = await app.inject({ url: '/api/2/users/me', headers: { authorization: 'Basic b3duZXI6cHc=' } })
  expect(basic.statusCode).toBe(401)
})

// RFC 6750, section 3.1.
test('the challenge names an error only if the request has a token', async () => {
  const challengeTo = async (as?: string) =>
    (await server.send({ url: '/api/2/users/me', ...(as && { as }) })).headers['www-authenticate']
  expect([await challengeTo(), await challengeTo('bad')]).toEqual(['Bearer', 'Bearer error="invalid_token"'])
})

test('a token for another API is refused as such, with no data', async () => {
  const other = new Refusal('unauthenticated', { token: 'for-other-api' })
  const { app: refusing, send } = await createTestApi((add) =>
    add(api.readConnection, async () => Promise.reject(other)),
  )
  const answer = await send({ as: 'anna', url: '/api/2/connections/0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c' })
  await refusing.close()
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect(answer.json()).toEqual({
    type: 'about:blank',
    title: 'Not an access token for this API',
    status: 401,
    code: 'unauthenticated',
  })
})

test.each(['/api/2/%ff', '/api/2/connections/%', '/api/%c0%af'])(
  'a path that is not UTF-8 gives a problem: %s',
  async (url) => {
    const answer = await app.inject({ url })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(answer.json()).toMatchObject({ code: 'invalid-request', status: 400 })
  },
)

test('without a token no body is read', async () => {
  const answer = await server.send({ method: 'POST', url: '/api/2/subscriptions', body: '{' })
  expect(answer.statusCode).toBe(401)
})

test('an answer has only the fields of the contract', async () => {
  expect((await server.send({ as: 'anna', url: '/api/2/users/me' })).json()).toEqual({ sub: 'anna' })
})

test('an internal error reveals no internals', async () => {
  const answer = await server.send({ as: 'broken', url: '/api/2/users/me' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'internal-error' })
  expect(answer.body).not.toMatch(/secret|Error|at /u)
})

test('a dependency that is down is 503 with Retry-After', async () => {
  const answer = await server.send({ as: 'away', url: '/api/2/users/me' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
})

test('too many requests are answered with the time to wait', async () => {
  const answer = await server.send({ as: 'slow', url: '/api/2/users/me' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7'])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', 'text/json'])(
  'a body that is not JSON is refused: %s',
  async (type) => {
    const headers = { authorization: 'Bearer anna', 'content-type': type }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/2/subscriptions',
      headers,
      payload: '{"subscriptions":[]}',
    })
    expect(answer.statusCode).toBe(415)
  },
)

test.each([
  'application/json;',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; a=b',
])('JSON in anything but UTF-8 is refused: %s', async (type) => {
  const headers = { authorization: 'Bearer anna', 'content-type': type }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/2/subscriptions',
    headers,
    payload: '{"subscriptions":[]}',
  })
  expect(answer.statusCode).toBe(415)
})

test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON'])(
  'JSON in UTF-8 is accepted: %s',
  async (type) => {
    const headers = { authorization: 'Bearer anna', 'content-type': type }
    const payload = '{"subscriptions":[]}'
    const answer = await app.inject({ method: 'POST', url: '/api/2/subscriptions', headers, payload })
    expect(answer.statusCode).toBe(201)
  },
)

test('unknown query parameters are refused like unknown body fields', async () => {
  for (const url of ['/api/2/users/me?a=1', '/api/2/connections?brand=cedar&owner=true', '/api/2/users/me?a']) {
    const answer = await server.send({ as: 'anna', url })
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 400, 'invalid-request'])
  }
})

test('a request with two Host headers is refused', async () => {
  const fresh = await freshApp()
  const socket = connect(await listen(fresh), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n')
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1.1 400 /u)
  socket.destroy()
  await fresh.close()
})

test('a body over 64 KiB is too large, one below is read', async () => {
  const big = JSON.stringify({ subscriptions: [], pad: 'x'.repeat(65 * 1024) })
  expect((await server.send({ as: 'anna', method: 'POST', url: '/api/2/subscriptions', body: big })).statusCode).toBe(
    413,
  )
  const small = JSON.stringify({ subscriptions: [], pad: 'x'.repeat(60 * 1024) })
  expect((await server.send({ as: 'anna', method: 'POST', url: '/api/2/subscriptions', body: small })).statusCode).toBe(
    400,
  )
})

test('malformed JSON, unknown fields, wrong types, prototype names and duplicate names are refused', async () => {
  const bodies = [
    '',
    'null',
    '{',
    '[]',
    '{"subscriptions":{}}',
    '{"subscriptions":[],"owner":true}',
    '{"subscriptions":[],"__proto__":{"a":1}}',
    '{"subscriptions":[],"subscriptions":[]}',
    '{"subscriptions":[{"resourceId":["x"],"resourceType":"gateway","aggregatedUnits":["status"]}]}',
  ]
  for (const body of bodies) {
    const answer = await server.send({ as: 'anna', method: 'POST', url: '/api/2/subscriptions', body })
    expect([body, answer.statusCode]).toEqual([body, 400])
    expect(answer.json()).toMatchObject({ code: 'invalid-request' })
  }
})

test('any JSON is accepted or refused, never an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
      const answer = await server.send({ as: 'anna', method: 'POST', url: '/api/2/logger', body })
      expect([204, 400, 422]).toContain(answer.statusCode)
    }),
    { numRuns: 200 },
  )
})

test('a repeated or malformed query parameter is refused', async () => {
  for (const query of ['brand=cedar&brand=birch', 'brand=', 'brand=CEDAR', 'brand=a,,b', `brand=${'x'.repeat(300)}`]) {
    expect([query, (await server.send({ as: 'anna', url: `/api/2/connections?${query}` })).statusCode]).toEqual([
      query,
      400,
    ])
  }
  seen.length = 0
  await server.send({ as: 'anna', url: '/api/2/connections?brand=cedar,birch,cedar' })
  expect(seen).toEqual([{ brand: ['cedar', 'birch'] }])
})

test('spoofed X-Forwarded headers change nothing', async () => {
  const headers = { authorization: 'Bearer address', 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.example' }
  expect((await app.inject({ url: '/api/2/users/me', headers })).json()).toEqual({ sub: '127.0.0.1' })
})

test.each([
  ['/api/2/users/me', 200],
  ['/api/2/nothing', 404],
  ['/api/2/%ff', 400],
  [`/api/2/connections/${'1'.repeat(129)}`, 404],
])('every answer forbids foreign scripts, framing and sniffing, and requires TLS: %s', async (url, status) => {
  const { headers, statusCode } = await server.send({ as: 'anna', url })
  expect(statusCode).toBe(status)
  const policy = String(headers['content-security-policy'])
  for (const part of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
  expect(policy).not.toMatch(/unsafe/u)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(String(headers['strict-transport-security'])).toMatch(/max-age=\d{8,}; includeSubDomains/u)
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('no answer of the API is cached', async () => {
  const { headers } = await server.send({ as: 'anna', url: '/api/2/users/me' })
  expect(headers['cache-control']).toBe('no-store')
})

test('unknown paths and unusual methods are refused with a problem', async () => {
  const fresh = await freshApp()
  const cases = [
    ['GET', '/api/2/nothing', 404],
    ['GET', '/api', 404],
    ['PUT', '/api/2/users/me', 405],
    ['TRACE', '/api/2/users/me', 405],
    ['POST', '/', 405],
    ['GET', '/anything', 299],
  ] as const
  for (const [method, url, status] of cases) {
    const answer = await fresh.inject({ method: method as 'GET', url })
    expect([method, url, answer.statusCode]).toEqual([method, url, status])
  }
  await fresh.close()
})

test('an endless request head is cut off', async () => {
  const fresh = await freshApp()
  fresh.server.headersTimeout = 50
  const port = await listen(fresh)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/2/users/me HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  socket.resume()
  const [hadError] = (await once(socket, 'close')) as [boolean]
  expect(hadError).toBe(false)
  await fresh.close()
})

test('an address counts by itself, or by its networks of 64 and 48 bits', () => {
  const names = (address: string) => addressGroupsOf(address).map(({ name }) => name)
  expect(names('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(names('::ffff:192.0.2.7')).toEqual(['192.0.2.7'])
  expect(names('2001:db8:1:2:3::4')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48'])
  expect(names('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48'])
  expect(names('::1')).toEqual(['0:0:0:0::/64', '0:0:0::/48'])
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(names(address).join(' ')).toMatch(
        /^([\da-f]{1,4}:){3}[\da-f]{1,4}::\/64 ([\da-f]{1,4}:){2}[\da-f]{1,4}::\/48$|^[\d.]+$/u,
      )
    }),
  )
})

async function freshApp(): Promise<FastifyInstance> {
  const { createApplicationWithoutRoutes } = await import('./application-without-routes.ts')
  const { pino } = await import('pino')
  const fresh = await createApplicationWithoutRoutes({ log: pino({ level: 'silent' }), trustedProxies: [] })
  answerUnknownPaths(fresh, (_request, reply) => reply.code(299).send('page'))
  return fresh
}

async function listen(fresh: FastifyInstance): Promise<number> {
  await fresh.listen({ port: 0, host: '127.0.0.1' })
  const address = fresh.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
