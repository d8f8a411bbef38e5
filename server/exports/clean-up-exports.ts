import { dayMs } from '#contract/durations.ts'
import type { Queryable } from '#server/database/sql.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { FileStore } from './files/file-store.ts'
import { publishExportProgress } from './export-progress.ts'
import {
  expireExportFiles,
  findFilesToRemove,
  deleteFileRemovalRecord,
  deleteClosedExportRequestsBefore,
  withQueryTimeout,
  unlockExportFile,
  tryLockExportFile,
} from './store.ts'
import type { Services } from '#server/services.ts'

export type ExportCleanUpDependencies = Pick<Services, 'pool' | 'bus' | 'clock'> & { files: FileStore }

/**
 * The number of days after which a request is deleted whose files have expired or failed. Until then, the person sees
 * the request.
 */
const requestDays = 90
/** The age in days above which a draft belongs to a process that was killed. Creating a file takes less time. */
const maxDraftDays = 1
const rowsPerBatch = 500

/**
 * Marks files as expired and removes their content from the store. Also removes files without a request and drafts of
 * killed processes, and deletes old requests. Specification 15.3.
 */
export async function cleanUpExports(dependencies: ExportCleanUpDependencies): Promise<void> {
  const { pool, files, clock } = dependencies
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await expire(withQueryTimeout(client), dependencies)
    await removeLeftovers(withQueryTimeout(client), dependencies)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Closes the connection after an error, which releases its locks.
    client.release(failure)
  }
  await deleteClosedExportRequestsBefore(withQueryTimeout(pool), new Date(clock.now() - requestDays * dayMs))
  await files.dropDrafts(new Date(clock.now() - maxDraftDays * dayMs))
}

async function expire(connection: Queryable, { bus, clock }: ExportCleanUpDependencies): Promise<void> {
  await inTransaction(connection, async (transaction) => {
    const expiredExports = await expireExportFiles(transaction, new Date(clock.now()), rowsPerBatch)
    for (const request of expiredExports) await publishExportProgress(transaction, bus, request)
  })
}

async function removeLeftovers(connection: Queryable, { files }: ExportCleanUpDependencies): Promise<void> {
  for (const fileId of await findFilesToRemove(connection, rowsPerBatch)) {
    // If another process is making the file, skips the file: that process would store it after the removal. A later
    // clean-up removes the file.
    if (!(await tryLockExportFile(connection, fileId))) continue
    try {
      await files.remove(fileId)
      await deleteFileRemovalRecord(connection, fileId)
    } finally {
      await unlockExportFile(connection, fileId)
    }
  }
}
