import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { createWebhookSender } from './sender.ts'

const { signal } = new AbortController()
const message = { headers: {}, body: '{}' }
let answer: RequestListener = () => {}
const server = createServer((request, response) => answer(request, response))
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const { send, close } = createWebhookSender({ answerTimeoutMs: 300 })
afterAll(() => {
  close()
  server.closeAllConnections()
  server.close()
})

test('a redirect is not followed', async () => {
  answer = (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end('there')
  expect(await send({ url, ...message }, signal)).toEqual({ status: 307, text: 'there' })
})

test('of an answer of 1 GB a kilobyte is read', async () => {
  let written = 0
  answer = (_, response) => {
    const piece = Buffer.alloc(64 * 1024, 'x')
    const write = (): void => {
      while (written < 2 ** 30 && !response.destroyed) {
        written += piece.length
        if (!response.write(piece)) return void response.once('drain', write)
      }
    }
    write()
  }
  const { status, text } = await send({ url, ...message }, signal)
  expect([status, text.length]).toEqual([200, 1024])
  expect(written).toBeLessThan(2 ** 26)
})

test('an endpoint that never answers, or never ends, is left', async () => {
  answer = () => {}
  expect(await send({ url, ...message }, signal)).toEqual({ status: null, text: 'No answer within 15 seconds' })
  answer = (_, response) => void response.writeHead(200).write('begun')
  expect(await send({ url, ...message }, signal)).toEqual({ status: 200, text: 'begun' })
})

test('a name that changes to a private address between two tries is not connected to', async () => {
  const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])
  const rebound = createWebhookSender({ resolve })
  const { status, text } = await rebound.send({ url: 'https://partner.example/', ...message }, signal)
  expect([status, text]).toEqual([null, 'partner.example is no host of the public internet'])
  expect(resolve).toHaveBeenCalledWith('partner.example')
  rebound.close()
})

test('a cut ends the connection', async () => {
  const cut = new AbortController()
  let isClosed = false
  answer = (request) => {
    request.socket.once('close', () => (isClosed = true))
    cut.abort()
  }
  expect((await send({ url, ...message }, cut.signal)).status).toBeNull()
  await vi.waitUntil(() => isClosed)
})
