import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestDatabase } from '#test/database.ts'
import type { PushProcess } from '#test/live/push-process.ts'
import {
  openTestPage,
  testPortalOrigin,
  registerMessageOf,
  sockJsPath,
  startPushProcess,
  pageTokenFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })

afterAll(database.close)

test('info needs no token, is never cached and lists the websocket', async () => {
  const push = await startPushProcess(database)
  const response = await fetch(`${push.eventBusUrl}/info?t=1`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store, no-cache, no-transform, must-revalidate, max-age=0')
  const info = (await response.json()) as { entropy: number }
  expect(info).toEqual({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy: expect.any(Number) })
  expect(info.entropy >>> 0).toBe(info.entropy)
})

test('the plain address returns the greeting', async () => {
  const push = await startPushProcess(database)
  for (const url of [push.eventBusUrl, `${push.eventBusUrl}/`]) {
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([200, 'Welcome to SockJS!\n'])
  }
})

test.each([
  ['POST', '/000/abcdefgh/xhr_streaming'],
  ['POST', '/000/abcdefgh/xhr'],
  ['POST', '/000/abcdefgh/xhr_send'],
  ['GET', '/000/abcdefgh/eventsource'],
  ['GET', '/000/abcdefgh/websocket'],
  ['GET', '/iframe.html'],
])('another transport is refused at once: %s %s', async (method, path) => {
  const push = await startPushProcess(database)
  const body = method === 'POST' ? { body: 'text', headers: { 'content-type': 'text/plain' } } : {}
  const response = await fetch(push.eventBusUrl + path, { method, ...body })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not-found' })
})

test('a socket opens with the frame "o", for any session id', async () => {
  const push = await startPushProcess(database)
  for (const path of [sockJsPath, '/999/zzz01234/websocket', '/1/a_b-c/websocket']) {
    const page = await openTestPage(push, { path })
    await vi.waitFor(() => expect(page.frames).toEqual(['o']))
  }
})

test('a ping is not answered', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.send({ type: 'ping' })
  page.send({ type: 'ping', address: 'subscriptions' })
  page.send({})
  await vi.waitFor(() =>
    expect(page.frames).toEqual(['o', String.raw`a["{\"type\":\"err\",\"body\":\"missing_type\"}"]`]),
  )
})

test('the raw socket uses plain JSON in both directions, in text and binary frames', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push, { path: '/websocket' })
  page.socket.send('{"type":"send","address":"x"}')
  page.socket.send(Buffer.from('{}'))
  await vi.waitFor(() =>
    expect(page.frames).toEqual(['{"type":"err","body":"access_denied"}', '{"type":"err","body":"missing_type"}']),
  )
})

test('empty frames are ignored', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.socket.send('')
  page.socket.send('[]')
  page.send({})
  await vi.waitFor(() => expect(page.frames).toHaveLength(2))
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
})

test.each(['["a', '{"type":"ping"}', '[1]'])('invalid framing closes the socket: %s', async (frame) => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.socket.send(frame)
  expect(await page.closed).toEqual({ code: 1002, reason: 'broken framing' })
  expect(page.frames.at(-1)).toBe('c[1002,"broken framing"]')
})

test('a heartbeat is sent every 25 seconds', async () => {
  const push = await startPushProcess(database)
  const [page, raw] = [await openTestPage(push), await openTestPage(push, { path: '/websocket' })]
  const pinged = vi.fn()
  raw.socket.on('ping', pinged)
  page.send(registerMessageOf(pageTokenFor('page')))
  raw.socket.send(JSON.stringify(registerMessageOf(pageTokenFor('raw'))))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(2))
  push.advanceClock(24_000)
  push.advanceClock(1_000)
  push.advanceClock(24_000)
  push.advanceClock(1_000)
  await vi.waitFor(() => expect(page.frames).toEqual(['o', 'h', 'h']))
  await vi.waitFor(() => expect(pinged).toHaveBeenCalledTimes(2))
})

test('a page that sends nothing for 90 seconds is closed, one that pings once a minute is not', async () => {
  const push = await startPushProcess(database)
  const [silent, hidden] = [await openTestPage(push), await openTestPage(push)]
  silent.send(registerMessageOf(pageTokenFor('silent')))
  hidden.send(registerMessageOf(pageTokenFor('hidden')))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(2))
  push.advanceClock(60_000)
  hidden.send({ type: 'ping' })
  hidden.send({})
  await vi.waitFor(() => expect(hidden.messages()).toHaveLength(1))
  push.advanceClock(30_000)
  expect((await silent.closed).code).toBe(4408)
  expect(hidden.socket.readyState).toBe(WebSocket.OPEN)
})

test('a foreign origin is refused, the own origin and programs without one are not', async () => {
  const push = await startPushProcess(database)
  for (const origin of ['https://evil.test', 'null', `${testPortalOrigin}.evil.test`, 'http://portal.test']) {
    expect(await refusalOf(push, sockJsPath, { origin })).toMatchObject({ status: 403, code: 'foreign-origin' })
  }
  await openTestPage(push, { headers: { origin: testPortalOrigin } })
  await openTestPage(push)
})

test('sockets open only at the paths of the event bus', async () => {
  const push = await startPushProcess(database)
  for (const path of [
    '',
    '/000/websocket',
    '/000/a.b/websocket',
    '/000/abcdefgh/xhr',
    '/a/b/c/websocket',
    's/websocket',
  ]) {
    expect(await refusalOf(push, path)).toMatchObject({ status: 404, code: 'not-found' })
  }
})

test('a request to upgrade an ordinary request to HTTP/2 is ignored', async () => {
  const push = await startPushProcess(database)
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
  const response = once(request(`${push.eventBusUrl}/info`, { headers }).end(), 'response')
  expect((await response)[0]).toMatchObject({ statusCode: 200 })
})

test('sockets are limited per address and in total', async () => {
  const pushProcess = await startPushProcess(database, {
    limits: { total: 3, perAddress: 2 },
    addressOf: ({ headers }) => String(headers['x-test']),
  })
  const first = await openTestPage(pushProcess, { headers: { 'x-test': '192.0.2.1' } })
  await openTestPage(pushProcess, { headers: { 'x-test': '192.0.2.1' } })
  const over = await refusalOf(pushProcess, sockJsPath, { headers: { 'x-test': '192.0.2.1' } })
  expect(over).toMatchObject({ status: 429, code: 'too-many-requests', retryAfter: '60' })
  await openTestPage(pushProcess, { headers: { 'x-test': '192.0.2.2' } })
  const full = await refusalOf(pushProcess, sockJsPath, { headers: { 'x-test': '192.0.2.3' } })
  expect(full).toMatchObject({ status: 503, code: 'unavailable' })
  first.socket.close()
  await vi.waitFor(() => expect(pushProcess.eventBus.metrics.sockets).toBe(2))
  await openTestPage(pushProcess, { headers: { 'x-test': '192.0.2.1' } })
})

test('the pages get a close frame when the process stops', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  await push.eventBus.close()
  expect((await page.closed).code).toBe(1001)
})

test('with enough time the pages are closed one after the other, and new ones are rejected', async () => {
  const push = await startPushProcess(database)
  const pages = await Promise.all([openTestPage(push), openTestPage(push), openTestPage(push)])
  const closed: number[] = []
  for (const { socket } of pages) socket.on('close', (code) => closed.push(code))
  const closing = push.eventBus.close({ overMs: 200 })
  await pages[0]?.closed
  expect(closed).toEqual([1001])
  expect(await refusalOf(push, sockJsPath)).toMatchObject({ status: 503, code: 'unavailable' })
  await closing
  expect(await Promise.all(pages.map(async (page) => (await page.closed).code))).toEqual([1001, 1001, 1001])
})

type Options = { origin?: string; headers?: Record<string, string> }

async function refusalOf(push: PushProcess, path: string, { origin, headers = {} }: Options = {}) {
  const url = push.eventBusUrl.replace('http', 'ws') + path
  const socket = new WebSocket(url, { headers: origin === undefined ? headers : { ...headers, origin } })
  return new Promise<object>((resolve, reject) => {
    socket.on('error', () => {})
    socket.on('open', () => reject(new Error(`${url} opened`)))
    socket.on('unexpected-response', (_request, response) => {
      const retryAfter = response.headers['retry-after']
      text(response).then((body) => resolve({ ...JSON.parse(body), retryAfter }), reject)
    })
  })
}
