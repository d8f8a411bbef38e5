import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportFileRetentionDays } from '#contract/data-export.ts'
import { type ExportFailure } from '#contract/export-states.ts'
import { dayMs } from '#contract/durations.ts'
import type { Queryable } from '#server/database/sql.ts'
import { runAsTrace } from '#server/tracing.ts'
import { type FileStore, FileStoreError } from './files/file-store.ts'
import type { ExportMetrics, ExportFileOutcome } from './metrics.ts'
import type { PackageTarget } from './package/write-package.ts'
import { saveAndPublishFileUpdate, createProgressReporter } from './export-progress.ts'
import { type ExportJob, type FileUpdate, type ExportFileRequest, decrementExportFileStarts } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * Writes the content of a file to its target, and returns the number of rows. `writePackage` and `writePersonalData`
 * are such functions.
 */
export type PackageWriter = (request: ExportFileRequest, target: PackageTarget) => Promise<{ rows: number }>

export type ExportFileDependencies = Pick<Services, 'bus' | 'clock' | 'log'> & {
  files: FileStore
  write: PackageWriter
  metrics: ExportMetrics
}

/** The connection that has the lock of the file, and a signal that aborts the work. */
export type ExportFileLock = { connection: Queryable; signal: AbortSignal }

/**
 * The maximum number of starts of a file. With this limit, a file that kills its process is not retried endlessly. With
 * the pauses between them, the starts take about an hour.
 */
const maxStarts = 20
/** The pauses before a failed file is retried. If the last attempt fails, the state of the file is ERROR. */
const retryAfterMs = [2_000, 10_000, 30_000]
const progressEveryMs = 400

/**
 * Creates one file, and stores the result. The file is then READY with its size and digest, waits for a retry, is in
 * ERROR, or is left to another process. Specification 15.6.
 */
export async function createExportFile(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  hold: ExportFileLock,
): Promise<void> {
  const stop = dependencies.metrics.seconds.startTimer({ source: job.source })
  const outcome = await runAsTrace(
    { name: 'make export file', attributes: { 'gateway_portal.source': job.source } },
    async () => createOnce(dependencies, job, hold),
    (became) => ({ 'gateway_portal.outcome': became }),
  )
  dependencies.metrics.files.inc({ source: job.source, outcome })
  stop()
}

async function createOnce(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  hold: ExportFileLock,
): Promise<ExportFileOutcome> {
  if (job.starts > maxStarts) return giveUp(dependencies, job, hold)
  try {
    return await finish(dependencies, job, { hold, built: await build(dependencies, job, hold) })
  } catch (error) {
    // If the process is stopping, another process creates the file, or this process after its restart.
    if (hold.signal.aborted) return leaveUnfinished(job, hold)
    const reason = error instanceof FileStoreError ? error.reason : 'failed'
    return await fail(dependencies, job, { hold, reason, error })
  }
}

// Subtracts the start from the count, because another process will create the file. If the connection is lost, the
// start stays counted, as after a kill.
async function leaveUnfinished({ fileId }: ExportJob, { connection }: ExportFileLock): Promise<ExportFileOutcome> {
  await decrementExportFileStarts(connection, fileId).catch(() => {})
  return 'begun-again'
}

// Sets a file with too many starts to ERROR. Also deletes the drafts of the file, because there is no later start that
// would delete them.
async function giveUp(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  hold: ExportFileLock,
): Promise<ExportFileOutcome> {
  await dependencies.files.remove(job.fileId).catch((error: unknown) => {
    dependencies.log.warn({ err: error, export: job.exportId }, 'Drafts of an export file stay until the clean-up')
  })
  return fail(dependencies, job, { hold, reason: 'failed', error: 'begun too often' })
}

async function build(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  { connection, signal }: ExportFileLock,
): Promise<BuiltFile> {
  const abortController = new AbortController()
  const progress = createProgressReporter({
    everyMs: progressEveryMs,
    savePercent: async (percent) => {
      const isThere = await saveAndPublishFileUpdate({ connection, bus: dependencies.bus }, job, {
        kind: 'progress',
        percent,
      })
      if (!isThere) abortController.abort(new Error('The request is not there any more'))
    },
    onFailure: (error) => abortController.abort(error),
  })
  try {
    return await writeExportFileToStore(dependencies, {
      fileId: job.fileId,
      request: job,
      onProgress: progress.onProgress,
      signal: AbortSignal.any([signal, abortController.signal]),
    })
  } finally {
    await progress.settled()
  }
}

type FinishedFile = { hold: ExportFileLock; built: BuiltFile }

async function finish(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  { hold, built }: FinishedFile,
): Promise<ExportFileOutcome> {
  const now = dependencies.clock.now()
  const moments = { readyAt: new Date(now), expiresAt: new Date(now + exportFileRetentionDays * dayMs) }
  const ready = { kind: 'ready', ...built, ...moments } as const
  const isThere = await saveAndPublishFileUpdate({ ...dependencies, connection: hold.connection }, job, ready)
  // The request was deleted. The deletion has stored a record of the file, by which the clean-up removes the file from
  // the store.
  if (!isThere) return 'dropped'
  dependencies.metrics.bytes.observe({ source: job.source }, built.bytes)
  dependencies.log.info({ export: job.exportId, source: job.source, ...built }, 'An export file is ready')
  return 'ready'
}

type FailedFile = { hold: ExportFileLock; reason: ExportFailure; error: unknown }

async function fail(
  dependencies: ExportFileDependencies,
  job: ExportJob,
  { hold, reason, error }: FailedFile,
): Promise<ExportFileOutcome> {
  const pauseMs = job.starts > maxStarts ? undefined : retryAfterMs[job.failures]
  const facts = { err: error, export: job.exportId, source: job.source, reason }
  const next: FileUpdate =
    pauseMs === undefined
      ? { kind: 'failed', reason }
      : { kind: 'postponed', retryAt: new Date(dependencies.clock.now() + pauseMs) }
  const isThere = await saveAndPublishFileUpdate({ ...dependencies, connection: hold.connection }, job, next)
  if (!isThere) return 'dropped'
  if (pauseMs === undefined) dependencies.log.error(facts, 'An export file could not be made')
  else dependencies.log.warn(facts, 'An export file could not be made; another try follows')
  return pauseMs === undefined ? reason : 'begun-again'
}

type BuildDependencies = Pick<ExportFileDependencies, 'files' | 'write'>

type FileTask = {
  fileId: string
  request: ExportFileRequest
  onProgress: PackageTarget['onProgress']
  signal: AbortSignal
}

/** A complete file in the store. `sha256` is its digest in hexadecimal. */
type BuiltFile = { rows: number; bytes: number; sha256: string }

/**
 * Creates a file and streams it into the store. If there is an error, nothing of the file stays in the store.
 * @throws FileStoreError, the reason of `signal`, and errors of `write`
 */
export async function writeExportFileToStore(
  { files, write }: BuildDependencies,
  building: FileTask,
): Promise<BuiltFile> {
  const draft = await files.begin(building.fileId)
  try {
    building.signal.throwIfAborted()
    const built = await stream(write, building, draft.output)
    await draft.commit()
    return built
  } catch (error) {
    // If the draft cannot be discarded now, the next start of the file or the clean-up deletes the draft.
    await draft.discard().catch(() => {})
    throw error
  }
}

async function stream(
  write: PackageWriter,
  { request, onProgress, signal }: FileTask,
  output: NodeJS.WritableStream,
): Promise<BuiltFile> {
  const { measured, sizeAndDigest } = measure()
  const stop = new AbortController()
  const storePromise = pipeline(measured, output, { signal }).catch((error: unknown) => {
    stop.abort(error)
    throw error
  })
  const target = { output: measured, onProgress, signal: AbortSignal.any([signal, stop.signal]) }
  const writePromise = write(request, target).catch((error: Error) => {
    measured.destroy(error)
    throw error
  })
  const [stored, written] = await Promise.allSettled([storePromise, writePromise])
  // An error of the store also makes `write` fail. The error of the store is therefore the cause.
  if (stored.status === 'rejected') throw stored.reason
  if (written.status === 'rejected') throw written.reason
  return { ...written.value, ...sizeAndDigest() }
}

function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const measuringStream = new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      bytes += chunk.byteLength
      hash.update(chunk)
      callback(null, chunk)
    },
  })
  return { measured: measuringStream, sizeAndDigest: () => ({ bytes, sha256: hash.digest('hex') }) }
}
