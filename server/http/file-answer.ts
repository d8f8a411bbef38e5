import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { fileStatus } from './refusals.ts'

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number }

/** A file that never changes. `sha256` is hexadecimal. */
export type ServedFile = {
  name: string
  mediaType: string
  bytes: number
  sha256: string
  /** Opens the bytes; resolves once there are some. @throws Refusal `unavailable` */
  read(range: ByteRange): Promise<Readable>
}

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply }

/** A reader who takes nothing for so long has gone. */
const stalledAfterMs = 120_000

/**
 * Answers a file, or the part of it that was asked for, so that a download can be resumed: ranges by RFC 9110 (14),
 * the digest of the whole by RFC 9530, the name by RFC 6266. Nobody keeps it and no browser guesses what it is.
 */
export async function sendFile({ request, reply }: HttpExchange, file: ServedFile): Promise<FastifyReply> {
  const wanted = wantedOf(request, file)
  describe(reply, file)
  if (wanted === 'beyond') return reply.code(fileStatus.beyond).header('content-range', `bytes */${file.bytes}`).send()
  const body = request.method === 'HEAD' ? Readable.from([]) : await file.read(wanted ?? wholeOf(file))
  dropStalled(reply)
  if (wanted) reply.code(fileStatus.part).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.bytes}`)
  else reply.code(fileStatus.whole)
  return reply.header('content-length', wanted ? wanted.end - wanted.start + 1 : file.bytes).send(body)
}

function wholeOf({ bytes }: ServedFile): ByteRange {
  return { start: 0, end: bytes - 1 }
}

function describe(reply: FastifyReply, { name, mediaType, sha256 }: ServedFile): void {
  reply.headers({
    'content-type': mediaType,
    'content-disposition': contentDisposition(withoutFolders(name)),
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(sha256),
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  })
}

/** A name says nothing of where a file should go. RFC 6266, 4.3. */
function withoutFolders(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}

function etagOf(sha256: string): string {
  return `"${sha256}"`
}

/** The one range asked for; null for the whole file: without ranges, with several, and of what was another file. */
function wantedOf({ method, headers }: FastifyRequest, { bytes, sha256 }: ServedFile): ByteRange | 'beyond' | null {
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
