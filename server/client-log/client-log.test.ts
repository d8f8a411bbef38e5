import { Writable } from 'node:stream'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createAddressLimit } from '#server/http/rate-limit.ts'
import { createTestApi } from '#test/test-api.ts'
import { maskLogEntry } from './mask-log-entry.ts'
import { addClientLogRoutes, clientLogRateLimit } from './routes.ts'

const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const database = await createTestDatabase()
const limit = createAddressLimit(database.pool, clientLogRateLimit)
const { app, send } = await createTestApi((add) => addClientLogRoutes(add, { log: pino(sink), limit }))

beforeEach(() => void lines.splice(0))

afterAll(async () => {
  await app.close()
  await database.close()
})

const entry = { level: 'error', message: 'It failed', clientTime: '2026-03-01T10:00:00Z' }

let nextAddress = 1

async function write(changes: object = {}, address = `198.51.100.${nextAddress++}`) {
  return send({ method: 'POST', url: '/api/2/logger', body: { ...entry, ...changes }, address })
}

test('an entry of the page becomes one structured record, without a token', async () => {
  expect((await write({ viewportWidth: 360, location: '/appliances' })).statusCode).toBe(204)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'client log',
    client: { message: 'It failed', viewportWidth: 360, location: '/appliances' },
  })
})

test('line breaks, escape sequences and JSON in a message stay inside one record', async () => {
  const message = 'a\r\n{"level":60,"msg":"fake"}\u001b[31mred\u2028"},{"x":1'
  await write({ message })
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
  const { msg, client } = JSON.parse(lines[0] ?? '') as { msg: string; client: { message: string } }
  expect(msg).toBe('client log')
  expect(client.message).not.toMatch(/[\u0000-\u001f\u2028]/u)
})

test('cookies and tokens never reach the log', async () => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  await write({
    message: `Authorization: Bearer ${jwt}`,
    stack: `fetch('/x', {"accessToken":"${jwt}", password: "hunter22"})`,
    location: 'https://portal.example/auth/callback?code=topsecret1&state=topsecret2',
    cookies: 'portal_brand=cedar; other=topsecret3',
  })
  expect(lines.join('')).not.toMatch(/eyJ|hunter22|topsecret|cedar/u)
  expect(lines.join('')).toContain('portal_brand=***')
})

test('masking never fails and leaves no control character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (message, cookies) => {
        const shown = maskLogEntry({ message, cookies, clientTime: 'x' })
        expect(`${shown.message}${shown.cookies}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/u)
      },
    ),
  )
})

test.each([
  [{ level: 'info' }, 400],
  [{ extra: 1 }, 400],
  [{ message: 'x'.repeat(2_001) }, 422],
  [{ stack: 'x'.repeat(8_001) }, 422],
  [{ message: 5 }, 400],
])('an invalid entry is refused: %j', async (changes, status) => {
  expect((await write(changes)).statusCode).toBe(status)
  expect(lines).toEqual([])
})

test('one address can write at most 60 entries a minute', async () => {
  const codes = []
  for (let index = 0; index < 61; index++) codes.push((await write({}, '203.0.113.9')).statusCode)
  expect(codes.filter((code) => code === 204)).toHaveLength(60)
  expect(codes.at(-1)).toBe(429)
})
