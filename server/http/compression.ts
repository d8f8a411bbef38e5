import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * The endpoints whose answers are compressed if they have at least {@link minCompressedBytes}. Compression is safe for
 * them: they return public data or the caller's own data, and do not repeat input of the request. A request that
 * another site causes has no token, so the length of its answer reveals no secret. The answers of `/auth`, which
 * contain secrets, are not compressed. Specification 19.57, RFC 7457, section 2.6.
 */
const compressedEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.listConnections,
  api.readHistory,
  api.readExportChart,
  api.listDataExports,
  api.listNotices,
  api.listFaults,
  api.listSupportCompanies,
  api.searchProviders,
  api.readTerms,
])

const minCompressedBytes = 1_000

export type ContentEncoding = 'br' | 'gzip'

/**
 * Returns the encoding that compresses best among the encodings that the client accepts. Null if the client accepts
 * none of ours. RFC 9110, section 12.5.3.
 */
export function chooseContentEncoding({ headers }: Pick<FastifyRequest, 'headers'>): ContentEncoding | null {
  const listedEncodings = (headers['accept-encoding'] ?? '').split(',')
  const acceptedEncodings = listedEncodings.filter((name) => !/;\s*q=0(?:\.0*)?\s*$/iu.test(name))
  const names = acceptedEncodings.map((name) => name.split(';')[0]?.trim().toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? null
}

/** The Brotli quality. It takes a tenth of the time of the best quality, and the result is a sixth longer. */
const brotliQuality = 4
const gzipLevel = 4

const compress: Record<ContentEncoding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (text) => promisify(gzip)(text, { level: gzipLevel }),
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Sends the answer of an endpoint. The answer is compressed if the endpoint is in `compressedEndpoints` and the
 * answer is long enough.
 */
export async function sendAnswerOfEndpoint(
  exchange: Exchange,
  endpoint: Endpoint,
  text: string,
): Promise<FastifyReply> {
  return compressedEndpoints.has(endpoint) ? sendCompressibleText(exchange, text) : exchange.reply.send(text)
}

/**
 * Sends a text. Compresses the text if it is long enough. The text must not contain secrets or repeat input of the
 * request.
 */
export async function sendCompressibleText({ request, reply }: Exchange, text: string): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding')
  const encoding = chooseContentEncoding(request)
  // A short text is sent uncompressed, in one piece with its headers.
  if (encoding === null || Buffer.byteLength(text) < minCompressedBytes) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await compress[encoding](Buffer.from(text)))
}
