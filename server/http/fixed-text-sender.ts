import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentEncoding, chooseContentEncoding } from './compression.ts'
import { notModifiedStatus } from './refusals.ts'

export type FixedTextSender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Creates a function that answers requests of a route with a fixed text. Compresses the text only once. Clients cache
 * the answer, and revalidate it at each request.
 */
export function createFixedTextSender(text: string, type: string): FixedTextSender {
  const plain = Buffer.from(text)
  const encodings: Record<ContentEncoding, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain) }
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16)

  return (request, reply) => {
    const { headers } = request
    const encoding = chooseContentEncoding(request)
    // Each encoding needs its own entity tag. RFC 9110, section 8.8.3.
    const tag = `"${digest}-${encoding ?? 'plain'}"`
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (headers['if-none-match']?.split(',').some((one) => one.trim() === tag))
      return reply.code(notModifiedStatus).send()
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type(type).send(encoding ? encodings[encoding] : plain)
  }
}
