import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { chooseContentEncoding } from './compression.ts'
import { type TestApi, createTestApi } from '#test/test-api.ts'

let server: TestApi
const long = 'a long city '.repeat(200)
const company = {
  id: '22222222-2222-4222-8222-222222222222',
  country: 'DE' as const,
  brand: 'cedar',
  url: `https://support.example/${long}`,
}

beforeAll(async () => {
  server = await createTestApi((add) => {
    add(api.listSupportCompanies, async ({ query: { brand } }) => ({
      items: brand?.includes('few') ? [] : [company],
      total: 1,
    }))
    add(api.readUser, async () => ({ sub: 'a', firstName: long }))
  })
})

afterAll(async () => server.app.close())

function read(url: string, encoding: string) {
  return server.send({ url, as: 'a', headers: { 'accept-encoding': encoding } })
}

test('an answer over 1 kB is compressed in an accepted encoding', async () => {
  const url = `${api.listSupportCompanies.path}?brand=cedar`
  const [plain, gzip, brotli] = await Promise.all(['identity', 'gzip', 'gzip, br'].map((each) => read(url, each)))
  expect(plain?.headers['content-encoding']).toBeUndefined()
  expect(gzip?.headers['content-encoding']).toBe('gzip')
  expect(brotli?.headers['content-encoding']).toBe('br')
  expect(brotli?.headers['vary']).toBe('accept-encoding')
  expect(gunzipSync(gzip?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(brotliDecompressSync(brotli?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(brotli?.rawPayload.length).toBeLessThan(400)
})

test('a short answer, and one of another endpoint, is sent uncompressed', async () => {
  const few = await read(`${api.listSupportCompanies.path}?brand=few`, 'br')
  expect(few.headers['content-encoding']).toBeUndefined()
  const user = await read(api.readUser.path, 'br')
  expect(user.body).toContain(long)
  expect(user.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip;q=0, br;q=0.5', 'br'],
  ['br;q=0, GZIP', 'gzip'],
  ['br; q=0.0', null],
  ['deflate', null],
  ['', null],
] as const)('for %j the answer uses %s', (header, encoding) => {
  expect(chooseContentEncoding({ headers: { 'accept-encoding': header } })).toBe(encoding)
})
