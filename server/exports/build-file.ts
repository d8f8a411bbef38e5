import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './files/file-store.ts'
import type { PackageRequest, PackageTarget } from './package/write-package.ts'

/** Writes the package of a request to its target. See `writePackage`. */
export type WritePackage = (request: PackageRequest, target: PackageTarget) => Promise<{ rows: number }>

export type BuildDependencies = { files: FileStore; write: WritePackage }

export type Building = {
  fileId: string
  request: PackageRequest
  onProgress: PackageTarget['onProgress']
  signal: AbortSignal
}

/** A file that lies whole in the store. `sha256` is hexadecimal. */
export type BuiltFile = { rows: number; bytes: number; sha256: string }

/** Makes a file and puts it into the store, as a stream; of one that fails nothing is left. @throws FileStoreError and others */
export async function buildFile({ files, write }: BuildDependencies, building: Building): Promise<BuiltFile> {
  const draft = await files.begin(building.fileId)
  try {
    building.signal.throwIfAborted()
    const built = await stream(write, building, draft.output)
    await draft.commit()
    return built
  } catch (error) {
    // What can't be discarded now is dropped with the next draft of the file, or by the clean-up.
    await draft.discard().catch(() => {})
    throw error
  }
}

async function stream(
  write: WritePackage,
  { request, onProgress, signal }: Building,
  output: NodeJS.WritableStream,
): Promise<BuiltFile> {
  const { measured, sizeAndDigest } = measure()
  const stop = new AbortController()
  const storing = pipeline(measured, output, { signal }).catch((error: unknown) => {
    stop.abort(error)
    throw error
  })
  const target = { output: measured, onProgress, signal: AbortSignal.any([signal, stop.signal]) }
  const writing = write(request, target).catch((error: Error) => {
    measured.destroy(error)
    throw error
  })
  const [stored, written] = await Promise.allSettled([storing, writing])
  // The store's failure makes the writing fail, too, and tells more.
  if (stored.status === 'rejected') throw stored.reason
  if (written.status === 'rejected') throw written.reason
  return { ...written.value, ...sizeAndDigest() }
}

function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.byteLength
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { measured, sizeAndDigest: () => ({ bytes, sha256: hash.digest('hex') }) }
}
