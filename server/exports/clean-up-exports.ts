import type { Pool } from 'pg'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
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

export type ExportCleanUpDependencies = { pool: Pool; files: FileStore; bus: Pick<Bus, 'publish'>; clock: Clock }

const dayMs = 24 * 60 * 60 * 1000
/** How many days a person sees a request whose files have expired or failed. Then the request is deleted. */
const requestDays = 90
/** Creating a file always takes less than this, so an older draft belongs to a process that was killed. */
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
    // If there was an error, the connection is closed, which releases its locks.
    client.release(failure)
  }
  await deleteClosedExportRequestsBefore(withQueryTimeout(pool), new Date(clock.now() - requestDays * dayMs))
  await files.dropDrafts(new Date(clock.now() - maxDraftDays * dayMs))
}

async function expire(connection: Queryable, { bus, clock }: ExportCleanUpDependencies): Promise<void> {
  await inTransaction(connection, async (transaction) => {
    const expired = await expireExportFiles(transaction, new Date(clock.now()), rowsPerBatch)
    for (const request of expired) await publishExportProgress(transaction, bus, request)
  })
}

async function removeLeftovers(connection: Queryable, { files }: ExportCleanUpDependencies): Promise<void> {
  for (const fileId of await findFilesToRemove(connection, rowsPerBatch)) {
    // Another process is making the file, and would store it after the removal. A later clean-up removes it.
    if (!(await tryLockExportFile(connection, fileId))) continue
    try {
      await files.remove(fileId)
      await deleteFileRemovalRecord(connection, fileId)
    } finally {
      await unlockExportFile(connection, fileId)
    }
  }
}
