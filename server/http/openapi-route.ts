import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'
import { notModified } from './refusals.ts'

/** The API's description, for everybody: made and compressed once, since it changes with a release only. Specification 13.1. */
export function addOpenApiRoute(app: FastifyInstance, issuer: string): void {
  const plain = Buffer.from(JSON.stringify(describeApi(issuer)))
  const encodings = new Map([
    ['br', brotliCompressSync(plain)],
    ['gzip', gzipSync(plain)],
  ])
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16)

  app.get('/api/2/openapi.json', async ({ headers }, reply) => {
    const accepted = (headers['accept-encoding'] ?? '').split(',').map((name) => name.split(';')[0]?.trim() ?? '')
    const encoding = [...encodings.keys()].find((name) => accepted.includes(name))
    // Each form has a tag of its own. RFC 9110, section 8.8.3.
    const tag = `"${digest}-${encoding ?? 'plain'}"`
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (headers['if-none-match']?.split(',').some((one) => one.trim() === tag)) return reply.code(notModified).send()
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(encoding ? encodings.get(encoding) : plain)
  })
}
