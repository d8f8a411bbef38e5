import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventBusPath } from '#contract/event-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import type { PushProcess } from '#test/live/push-process.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  sockJsPath,
  startPushProcess,
  statusMessageOf,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database

afterAll(database.close)

const mebibyte = 1024 * 1024

test('a frame of 1 MB closes the socket, and its data is not stored', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.socket.send('x'.repeat(mebibyte))
  expect((await page.closed).code).toBe(1009)
  await staysUsable(push)
})

test('a message in 131,000 tiny fragments closes the socket early', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  for (let part = 0; part < 131_000 && page.socket.readyState === WebSocket.OPEN; part++) {
    page.socket.send('x', { fin: false })
    if (part % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await page.closed).code).toBe(1008)
  await staysUsable(push)
})

test('compression is not negotiated, and a compressed frame closes the socket', async () => {
  const push = await startPushProcess(database)
  const [socket, head] = await openByHand(push, 'Sec-WebSocket-Extensions: permessage-deflate\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 101 /u)
  expect(head).not.toMatch(/sec-websocket-extensions/iu)
  const bomb = deflateRawSync(Buffer.alloc(10 * mebibyte)).subarray(0, 16_000)
  const header = Buffer.from([0xc1, 0xfe, bomb.length >> 8, bomb.length & 0xff, 0, 0, 0, 0])
  socket.write(Buffer.concat([header, bomb]))
  await once(socket, 'close')
  await staysUsable(push)
})

test('a page that does not read is closed, and its backlog stays small until then', async () => {
  const push = await startPushProcess(database)
  const person = randomUUID()
  const gateways = await moreThanSocketsHold(person)
  await subscribeAndWait({ push, token: pageTokenFor(person) }, gateways)
  const [lazy, keen] = [await openTestPage(push), await openTestPage(push)]
  for (const page of [lazy, keen]) page.send(registerMessageOf(pageTokenFor(person)))
  await vi.waitFor(() => expect([lazy, keen].map((page) => page.statuses().length)).toEqual([10, 10]))
  lazy.socket.pause()
  const seq = await flood(push, gateways, 1_000)
  await vi.waitFor(() => expect(keen.messages().at(-1)).toMatchObject({ body: { seq } }), { timeout: 20_000 })
  expect(push.backlog()).toBeGreaterThan(0)
  expect(push.backlog()).toBeLessThan(mebibyte)
  push.advanceClock(1_000)
  keen.send({})
  push.advanceClock(29_000)
  expect(push.eventBus.metrics.sockets).toBe(2)
  push.advanceClock(1_000)
  await vi.waitFor(() => expect(push.eventBus.metrics.sockets).toBe(1))
})

test('a page that reads again gets only the latest value of each gateway', async () => {
  const push = await startPushProcess(database)
  const person = randomUUID()
  const gateways = await moreThanSocketsHold(person)
  await subscribeAndWait({ push, token: pageTokenFor(person) }, gateways)
  const [lazy, keen] = [await openTestPage(push), await openTestPage(push)]
  for (const page of [lazy, keen]) page.send(registerMessageOf(pageTokenFor(person)))
  await vi.waitFor(() => expect([lazy, keen].map((page) => page.statuses().length)).toEqual([10, 10]))
  lazy.socket.pause()
  const seq = await flood(push, gateways, 1_000)
  await vi.waitFor(() => expect(keen.messages().at(-1)).toMatchObject({ body: { seq } }), { timeout: 20_000 })
  push.advanceClock(1_000)
  lazy.socket.resume()
  await vi.waitFor(
    () => {
      push.eventBus.sweep()
      expect(lazy.messages().at(-1)).toMatchObject({ body: { seq } })
    },
    { timeout: 20_000 },
  )
  expect(lazy.messages().length).toBeLessThan(keen.messages().length)
})

test('a flood of messages closes the socket', async () => {
  const push = await startPushProcess(database)
  const page = await openTestPage(push)
  page.socket.send(JSON.stringify(Array.from({ length: 200 }, () => '{}')))
  expect(await page.closed).toEqual({ code: 1008, reason: 'too many messages' })
})

test('a socket that has not registered within 10 s is closed, with or without pings; a registered one stays', async () => {
  const push = await startPushProcess(database)
  const [silent, stays] = [await openTestPage(push), await openTestPage(push)]
  stays.send(registerMessageOf(pageTokenFor('stays')))
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(1))
  push.advanceClock(9_000)
  silent.send({ type: 'ping' })
  stays.send({ type: 'unregister', address: 'subscriptions' })
  await vi.waitFor(() => expect(push.eventBus.metrics.registered).toBe(0))
  expect([silent, stays].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  push.advanceClock(1_000)
  expect(await silent.closed).toEqual({ code: 4408, reason: 'not registered' })
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
})

test('IPv6 sockets are counted by their networks of 64 and 48 bits', async () => {
  let address = ''
  const limits = { total: 1_000, perAddress: 2 }
  const push = await startPushProcess(database, { addressOf: () => address, limits })
  const open = async (from: string) => {
    address = from
    return (await openByHand(push, ''))[1].slice(9, 12)
  }
  const household = [await open('2001:db8:1:1::1'), await open('2001:db8:1:1::2'), await open('2001:db8:1:1::3')]
  expect(household).toEqual(['101', '101', '429'])
  const region = []
  for (let network = 2; network <= 32; network++) region.push(await open(`2001:db8:1:${network.toString(16)}::1`))
  expect(region.filter((status) => status === '101')).toHaveLength(30)
  expect(region.at(-1)).toBe('429')
  expect(await open('2001:db8:2:1::1')).toBe('101')
})

test('of 1,000 sockets of one address only some are accepted, and others are served', async () => {
  const push = await startPushProcess(database)
  const attempts = Array.from({ length: 1_000 }, () => openByHand(push, ''))
  const heads = (await Promise.all(attempts)).map(([, head]) => head.slice(9, 12))
  expect(heads.filter((status) => status === '101')).toHaveLength(200)
  expect(heads.filter((status) => status === '429')).toHaveLength(800)
  expect(push.eventBus.metrics.sockets).toBe(200)
  expect((await fetch(`${push.eventBusUrl}/info`)).status).toBe(200)
})

test.each(['\x00\x01\x02', '\x81\xfe', '\xff'.repeat(200), 'GET / HTTP/1.1\r\n\r\n'])(
  'bytes that are not frames close the socket: %j',
  async (bytes) => {
    const push = await startPushProcess(database)
    const [socket] = await openByHand(push, '')
    socket.write(Buffer.from(bytes, 'latin1'))
    socket.end()
    await once(socket, 'close')
    await vi.waitFor(() => expect(push.eventBus.metrics.sockets).toBe(0))
    await staysUsable(push)
  },
)

/** Creates ten gateways whose statuses are together larger than the socket buffers of both sides. */
async function moreThanSocketsHold(person: string): Promise<string[]> {
  return Promise.all(Array.from({ length: 10 }, async () => insertGatewayWithPeople(database, [person])))
}

async function flood(push: PushProcess, gateways: readonly string[], count: number): Promise<number> {
  const first = 1_000_000
  for (let seq = first; seq < first + count; seq += 10) {
    const changes = Array.from({ length: 10 }, (_, index) => gateways.map((id) => large(id, seq + index)))
    for (const change of changes) await push.bus.publish(pool, change)
  }
  return first + count - 1
}

function large(gatewayId: string, seq: number) {
  const change = statusMessageOf(gatewayId, seq, 'ONLINE')
  return { ...change, payload: { gatewayStatus: 'ONLINE', filler: 'x'.repeat(7_000) } }
}

async function staysUsable(push: PushProcess): Promise<void> {
  const page = await openTestPage(push)
  page.send({})
  await vi.waitFor(() => expect(page.messages()).toHaveLength(1))
}

async function openByHand(push: PushProcess, headers: string): Promise<[Socket, string]> {
  const socket = connect(Number(new URL(push.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `GET ${eventBusPath}${sockJsPath} HTTP/1.1\r\nHost: portal.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  return [socket, head.toString('latin1')]
}
