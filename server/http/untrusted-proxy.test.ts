import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApplicationWithoutRoutes } from './application-without-routes.ts'

async function warnings(trustedProxies: string[], headers: Record<string, string>): Promise<unknown[]> {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void lines.push(String(chunk))) })
  const app = await createApplicationWithoutRoutes({ log: pino({ level: 'warn' }, sink), trustedProxies })
  app.get('/', async () => 'ok')
  for (let request = 0; request < 3; request += 1) await app.inject({ url: '/', remoteAddress: '10.0.0.9', headers })
  await app.close()
  return lines.map((line) => JSON.parse(line) as unknown)
}

const forwarded = { 'x-forwarded-for': '198.51.100.7' }

test('a proxy that is missing in TRUSTED_PROXIES is logged once, with the setting', async () => {
  const expected = { level: 40, setting: 'TRUSTED_PROXIES', address: '10.0.0.9' }
  expect(await warnings([], forwarded)).toEqual([expect.objectContaining(expected)])
  expect(await warnings(['192.0.2.1'], forwarded)).toEqual([expect.objectContaining(expected)])
})

test('nothing is logged about a configured proxy, or without one', async () => {
  expect(await warnings(['10.0.0.0/8'], forwarded)).toEqual([])
  expect(await warnings([], {})).toEqual([])
})

test('nothing is logged about a request from the machine of a configured proxy', async () => {
  expect(await warnings(['10.0.0.9'], { 'x-forwarded-for': '10.0.0.9' })).toEqual([])
})
