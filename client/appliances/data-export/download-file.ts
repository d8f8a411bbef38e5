import { CallError } from '#client/api-call.ts'

export type DownloadDependencies = {
  /** Requests the file. If the header `range` is set, the answer begins at the first byte of that range. */
  open(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>
  onBytesRead(bytes: number): void
  /** Aborted when the person cancels. */
  signal: AbortSignal
  /** The time in ms without a byte, after which the transfer counts as broken. */
  stallMs?: number
}

/**
 * The error of a failed download. `broken`: the transfer broke twice; `cancelled`: the person cancelled; `gone`: the
 * server refused the file.
 */
export class DownloadError extends Error {
  override name = 'DownloadError'
  readonly reason: 'broken' | 'cancelled' | 'gone'

  constructor(reason: DownloadError['reason'], options?: ErrorOptions) {
    super(`The download failed: ${reason}`, options)
    this.reason = reason
  }
}

const defaultStallMs = 30_000

/**
 * Downloads a file of `bytes` bytes. If the transfer breaks, resumes it once with a range request (RFC 9110, section
 * 14).
 * @throws DownloadError
 */
export async function downloadFile(dependencies: DownloadDependencies, bytes: number): Promise<Blob> {
  const pieces = collectPieces()
  const transfer = createTransfer(dependencies, { pieces, bytes })
  try {
    await transfer().catch((error: unknown) => resumeUnlessRefused(error, dependencies, transfer))
  } catch (error) {
    throw failureOf(error, dependencies.signal)
  }
  return pieces.whole()
}

/** Resumes the transfer. If the server refused the file or the person cancelled, throws the error again. */
function resumeUnlessRefused(
  error: unknown,
  { signal }: DownloadDependencies,
  transfer: () => Promise<void>,
): Promise<void> {
  if (signal.aborted || isRefused(error)) throw error
  return transfer()
}

function failureOf(cause: unknown, { aborted }: AbortSignal): DownloadError {
  if (aborted) return new DownloadError('cancelled', { cause })
  return new DownloadError(isRefused(cause) ? 'gone' : 'broken', { cause })
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.failure.kind === 'refused'
}

type File = { pieces: Pieces; bytes: number }

/**
 * Returns a function that transfers the file. Each call continues where the previous one broke, or starts again if the
 * file has changed.
 */
function createTransfer(dependencies: DownloadDependencies, { pieces, bytes }: File): () => Promise<void> {
  let etag: string | null = null

  function headersFrom(start: number): Record<string, string> {
    return { range: `bytes=${start}-`, ...(etag !== null && { 'if-range': etag }) }
  }

  return async () => {
    const stall = watchStall(dependencies.stallMs ?? defaultStallMs)
    const signal = AbortSignal.any([dependencies.signal, stall.signal])
    try {
      const response = await dependencies.open(pieces.size() > 0 ? headersFrom(pieces.size()) : {}, signal)
      if (response.status !== 206) pieces.clear()
      etag = response.headers.get('etag')
      await readInto(pieces, response, (size) => {
        stall.received()
        dependencies.onBytesRead(size)
      })
    } finally {
      stall.end()
    }
    if (pieces.size() !== bytes) throw new Error(`The file ended after ${pieces.size()} of ${bytes} bytes.`)
  }
}

async function readInto(pieces: Pieces, { body }: Response, onPiece: (size: number) => void): Promise<void> {
  if (body === null) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    pieces.add(value)
    onPiece(pieces.size())
  }
}

function watchStall(ms: number) {
  const abortController = new AbortController()
  const giveUp = () => abortController.abort(new Error(`Nothing came for ${ms} ms.`))
  let timer = setTimeout(giveUp, ms)
  return {
    signal: abortController.signal,
    received() {
      clearTimeout(timer)
      timer = setTimeout(giveUp, ms)
    },
    end: () => clearTimeout(timer),
  }
}

/**
 * The number of bytes above which the pieces are combined into a blob. The browser may store a blob outside the page's
 * memory.
 */
const foldBytes = 8 * 1024 * 1024

type Pieces = ReturnType<typeof collectPieces>

function collectPieces() {
  let blobs: Blob[] = []
  let loose: Uint8Array<ArrayBuffer>[] = []
  let looseBytes = 0
  let total = 0

  function fold(): void {
    blobs.push(new Blob(loose))
    loose = []
    looseBytes = 0
  }

  return {
    size: () => total,
    add(piece: Uint8Array<ArrayBuffer>) {
      loose.push(piece)
      looseBytes += piece.byteLength
      total += piece.byteLength
      if (looseBytes >= foldBytes) fold()
    },
    clear() {
      blobs = []
      loose = []
      looseBytes = 0
      total = 0
    },
    whole(): Blob {
      fold()
      return new Blob(blobs, { type: 'application/zip' })
    },
  }
}
