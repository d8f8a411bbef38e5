import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { fileAnswerStatuses } from './refusals.ts'

/** A range of bytes of a file; both ends are included. */
export type ByteRange = { start: number; end: number }

/** An immutable file. `sha256`: its digest in hexadecimal. */
export type ServedFile = {
  name: string
  mediaType: string
  bytes: number
  sha256: string
  /** Opens a range of the file. Resolves when its first bytes are available. @throws Refusal `unavailable` */
  openRange(range: ByteRange): Promise<Readable>
}

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply }

/** The time without a read after which a client counts as disconnected, in ms. */
const stalledAfterMs = 120_000

/**
 * Sends a file, or only the range that the request asks for, so that downloads can resume. The answer is never
 * cached, and browsers must not guess its type.
 *
 * Ranges follow RFC 9110 (14), the digest of the whole file RFC 9530, and the name RFC 6266.
 */
export async function sendFile({ request, reply }: HttpExchange, file: ServedFile): Promise<FastifyReply> {
  const wantedRange = requestedRange(request, file)
  setFileHeaders(reply, file)
  if (wantedRange === 'beyond')
    return reply.code(fileAnswerStatuses.beyond).header('content-range', `bytes */${file.bytes}`).send()
  const body = request.method === 'HEAD' ? Readable.from([]) : await file.openRange(wantedRange ?? wholeRange(file))
  dropStalled(reply)
  if (wantedRange)
    reply
      .code(fileAnswerStatuses.part)
      .header('content-range', `bytes ${wantedRange.start}-${wantedRange.end}/${file.bytes}`)
  else reply.code(fileAnswerStatuses.whole)
  return reply.header('content-length', wantedRange ? wantedRange.end - wantedRange.start + 1 : file.bytes).send(body)
}

function wholeRange({ bytes }: ServedFile): ByteRange {
  return { start: 0, end: bytes - 1 }
}

function setFileHeaders(reply: FastifyReply, { name, mediaType, sha256 }: ServedFile): void {
  reply.headers({
    'content-type': mediaType,
    'content-disposition': contentDisposition(withoutFolders(name)),
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(sha256),
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  })
}

/** Removes the folders of a path, because a file name must not contain a path. RFC 6266, 4.3. */
function withoutFolders(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}

function etagOf(sha256: string): string {
  return `"${sha256}"`
}

/**
 * Returns the requested range, or `beyond` if the range is outside the file. Returns null if the whole file must be
 * sent: the request has no valid range or several ranges, or the file has changed.
 */
function requestedRange(
  { method, headers }: FastifyRequest,
  { bytes, sha256 }: ServedFile,
): ByteRange | 'beyond' | null {
  const { range, 'if-range': condition } = headers
  if (range === undefined || method !== 'GET') return null
  if (condition !== undefined && condition !== etagOf(sha256)) return null
  const ranges = parseRange(bytes, range)
  if (ranges === -1) return 'beyond'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}

function dropStalled({ raw }: FastifyReply): void {
  raw.setTimeout(stalledAfterMs, () => void raw.destroy())
}
