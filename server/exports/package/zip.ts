import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { ZipFile } from 'yazl'

// yazl's checksum is made in JavaScript, which took a tenth of an export's time; Node has the same one natively
// (docs/decisions/058-a-checksum-by-node.md).
const require = createRequire(import.meta.url)
const checksum = require('buffer-crc32') as { unsigned: (data: Buffer, before?: number) => number }
checksum.unsigned = crc32

/** What a file of the package weighs, and its digest in hexadecimal. */
export type PackedFile = { path: string; bytes: number; sha256: string }

export type Zip = {
  /** Packs one file after the other, as fast as the output takes it. */
  add(path: string, content: AsyncIterable<string> | Iterable<string>): Promise<PackedFile>
  /** Resolves once all has been handed to the output, and that is closed. */
  end(): Promise<void>
  /** Ends the output with an error, so that nobody takes it for whole. */
  fail(reason: Error): Promise<void>
}

// A ZIP has local times: these are the same bytes whatever the clock and its zone.
const entry = () => ({ mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true })

/** A ZIP (with ZIP64 where it needs that) on its way to `output`. */
export function createZip(output: Writable, signal: AbortSignal): Zip {
  const zip = new ZipFile()
  const broken = new AbortController()
  const written = pipeline(zip.outputStream, output, { signal: AbortSignal.any([signal, broken.signal]) })
  zip.on('error', (error: Error) => broken.abort(error))
  written.catch((error: unknown) => broken.abort(error))

  async function add(path: string, content: AsyncIterable<string> | Iterable<string>): Promise<PackedFile> {
    const digest = createHash('sha256')
    let bytes = 0
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of gathered(content)) {
        digest.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const stream = Readable.from(measured(), { highWaterMark: 1 })
    const read = finished(stream, { signal: broken.signal })
    zip.addReadStream(stream, path, entry())
    try {
      await read
    } catch (error) {
      await letGo(stream)
      throw broken.signal.aborted ? broken.signal.reason : error
    }
    return { path, bytes, sha256: digest.digest('hex') }
  }

  async function end(): Promise<void> {
    zip.end()
    await written
  }

  async function fail(reason: Error): Promise<void> {
    broken.abort(reason)
    await Promise.allSettled([written])
  }

  return { add, end, fail }
}

// Handing over to the threads that compress costs as much for a little as for much.
const gatheredBytes = 512 * 1024

async function* gathered(content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const text of content) {
    const part = Buffer.from(text)
    waiting.push(part)
    bytes += part.length
    if (bytes < gatheredBytes) continue
    yield Buffer.concat(waiting, bytes)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes)
}

/** Ends a stream before its end. Its content reads from a connection that others get next: it must be done with it. */
async function letGo(stream: Readable): Promise<void> {
  const closed = finished(stream)
  stream.destroy()
  await Promise.allSettled([closed])
}
