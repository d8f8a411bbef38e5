import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addOpenApiRoute } from './openapi.ts'

const app = fastify()
addOpenApiRoute(app, 'https://identity.example')
const url = '/api/2/openapi.json'

test('the description is compressed in an accepted encoding, with equal content', async () => {
  const plain = await app.inject({ url })
  const [br, gzip] = await Promise.all(
    ['gzip, deflate, br', 'gzip'].map(async (accepted) =>
      app.inject({ url, headers: { 'accept-encoding': accepted } }),
    ),
  )
  expect(plain.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/u) })
  expect([plain, br, gzip].map((answer) => answer?.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(br?.rawPayload ?? Buffer.of())).toEqual(plain.rawPayload)
  expect(gunzipSync(gzip?.rawPayload ?? Buffer.of())).toEqual(plain.rawPayload)
  expect(new Set([plain, br, gzip].map((answer) => answer?.headers.etag)).size).toBe(3)
})

test('a client that already has it gets 304', async () => {
  const { headers } = await app.inject({ url })
  const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${headers.etag}` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
