import type { Pool } from 'pg'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Loop, startBackgroundLoop } from '#server/loop.ts'
import { type ExportFileLock, type ExportFileDependencies, createExportFile } from './create-export-file.ts'
import {
  type ExportJob,
  findStartableFiles,
  withQueryTimeout,
  unlockExportFile,
  incrementExportFileStarts,
  decrementExportFileStarts,
  tryLockExportFile,
} from './store.ts'

/** The maximum number of files that one process creates at the same time. */
export const maxExportFilesPerProcess = 2

export type ExportWorkersDependencies = Omit<WorkerDependencies, 'bus' | 'pollEveryMs'> & {
  bus: Bus
  pollEveryMs?: number
}

export type ExportWorkers = { stop(): Promise<void> }

const defaultPollEveryMs = 2_000

/**
 * Starts workers that create the requested files, the oldest request first. Any number of processes can run workers. If
 * a process is killed, PostgreSQL releases the locks on its files, and another process creates the files again.
 * Specification 15.6.
 */
export async function startExportWorkers({
  pollEveryMs = defaultPollEveryMs,
  ...dependencies
}: ExportWorkersDependencies): Promise<ExportWorkers> {
  const workers = Array.from({ length: maxExportFilesPerProcess }, () => startWorker({ ...dependencies, pollEveryMs }))
  const wakeAll = (): void => workers.forEach((worker) => worker.wake())
  const subscription = await dependencies.bus.subscribe({
    onMessages: (messages) => {
      if (messages.some((message) => message.kind === 'export' && message.state === 'NOT_READY')) wakeAll()
    },
    onResync: wakeAll,
  })
  return {
    stop: async () => {
      subscription.close()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

type WorkerDependencies = ExportFileDependencies & {
  pool: Pool
  /** The time between two polls for files, in case no bus message announces a file. In milliseconds. */
  pollEveryMs: number
}

/**
 * Creates one export file after the other. For each file, the worker takes a database connection, which holds the
 * file's advisory lock until the file is finished. `stop` leaves the current file to another process.
 */
function startWorker(dependencies: WorkerDependencies): Loop {
  const { log, pollEveryMs } = dependencies
  return startBackgroundLoop({
    firstAfterMs: 0,
    work: async ({ stopping }) => ((await makeNext(dependencies, stopping)) ? 0 : pollEveryMs),
    onError: (error) => {
      log.warn({ err: error }, 'Exports wait for their database')
      return pollEveryMs
    },
  })
}

/** Makes the next file. Returns false if no file is open. */
async function makeNext(dependencies: WorkerDependencies, abortSignal: AbortSignal): Promise<boolean> {
  const client = await dependencies.pool.connect()
  const abortController = new AbortController()
  const onLost = (error: Error): void => abortController.abort(error)
  client.on('error', onLost)
  let failure: Error | undefined
  try {
    return await claimAndMakeFile(dependencies, {
      connection: withQueryTimeout(client),
      signal: AbortSignal.any([abortSignal, abortController.signal]),
    })
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.off('error', onLost)
    // Closes the connection after an error, which releases its locks.
    client.release(failure)
  }
}

async function claimAndMakeFile(dependencies: WorkerDependencies, hold: ExportFileLock): Promise<boolean> {
  const job = await lockNextExportJob(hold.connection, new Date(dependencies.clock.now()))
  if (!job) return false
  // If the process is ending or has lost the connection, another process creates the file.
  if (hold.signal.aborted) await decrementExportFileStarts(hold.connection, job.fileId)
  else await createExportFile(dependencies, job, hold)
  await unlockExportFile(hold.connection, job.fileId)
  return true
}

/**
 * The maximum number of open files to read in order to find a file without a lock. It must be greater than the number
 * of files that all processes create at the same time.
 */
const maxOpenFilesRead = 100

/**
 * Locks the oldest open file that no other process creates, and counts a start of the file. Returns null if there is
 * no such file. The connection has the lock until it unlocks the file or ends.
 */
export async function lockNextExportJob(connection: Queryable, now: Date): Promise<ExportJob | null> {
  for (const fileId of await findStartableFiles(connection, now, maxOpenFilesRead)) {
    if (!(await tryLockExportFile(connection, fileId))) continue
    // Reads the file's state again, because another process may have created the file before the lock.
    const job = await incrementExportFileStarts(connection, fileId, now)
    if (job) return job
    await unlockExportFile(connection, fileId)
  }
  return null
}
