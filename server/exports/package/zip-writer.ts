import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { ZipFile } from 'yazl'

// Replaces the checksum function of yazl by Node's. The function of yazl is written in JavaScript and took a tenth of
// the time of an export (docs/decisions/058-libraries-for-files-and-telephones.md).
const require = createRequire(import.meta.url)
const checksum = require('buffer-crc32') as { unsigned: (data: Buffer, before?: number) => number }
checksum.unsigned = crc32

/** A file in a ZIP. `bytes` is its size before compression, `sha256` its digest in hexadecimal. */
export type ZippedFile = { path: string; bytes: number; sha256: string }

export type ZipWriter = {
  /**
   * Adds a file. Resolves when the whole content has been read. Reads as fast as the output accepts the data. Add only
   * one file at a time.
   */
  add(path: string, content: AsyncIterable<string> | Iterable<string>): Promise<ZippedFile>
  /** Ends the ZIP. Resolves when everything is written and the output is closed. */
  end(): Promise<void>
  /** Ends the output with an error, so that no reader uses it as a complete file. */
  fail(reason: Error): Promise<void>
}

// The options of an entry. A ZIP contains local times; with a fixed time, the bytes are the same for any clock and time
// zone.
const zipEntryOptions = () => ({ mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true })

/** Creates a ZIP that is streamed to `output`. A ZIP that is too large for the original format uses ZIP64. */
export function createZipWriter(output: Writable, signal: AbortSignal): ZipWriter {
  const zip = new ZipFile()
  const abortController = new AbortController()
  const writePromise = pipeline(zip.outputStream, output, { signal: AbortSignal.any([signal, abortController.signal]) })
  zip.on('error', (error: Error) => abortController.abort(error))
  writePromise.catch((error: unknown) => abortController.abort(error))

  async function add(path: string, content: AsyncIterable<string> | Iterable<string>): Promise<ZippedFile> {
    const digest = createHash('sha256')
    let bytes = 0
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of joinSmallPieces(content)) {
        digest.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const stream = Readable.from(measured(), { highWaterMark: 1 })
    const readPromise = finished(stream, { signal: abortController.signal })
    zip.addReadStream(stream, path, zipEntryOptions())
    try {
      await readPromise
    } catch (error) {
      await endStream(stream)
      throw abortController.signal.aborted ? abortController.signal.reason : error
    }
    return { path, bytes, sha256: digest.digest('hex') }
  }

  async function end(): Promise<void> {
    zip.end()
    await writePromise
  }

  async function fail(reason: Error): Promise<void> {
    abortController.abort(reason)
    await Promise.allSettled([writePromise])
  }

  return { add, end, fail }
}

// The size in bytes up to which small pieces are joined, because passing a piece to the compression threads costs about
// the same for any size.
const joinedBytes = 512 * 1024

async function* joinSmallPieces(content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const text of content) {
    const part = Buffer.from(text)
    waiting.push(part)
    bytes += part.length
    if (bytes < joinedBytes) continue
    yield Buffer.concat(waiting, bytes)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes)
}

/**
 * Ends a stream early. Resolves when the stream no longer uses its database connection, which is then free for other
 * work.
 */
async function endStream(stream: Readable): Promise<void> {
  const closePromise = finished(stream)
  stream.destroy()
  await Promise.allSettled([closePromise])
}
