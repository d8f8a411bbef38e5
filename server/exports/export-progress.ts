import { exportProgressOf, exportStateOf } from '#contract/export-states.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { type ExportJob, type FileUpdate, saveFileUpdate, lockExportRequest, readFileProgress } from './store.ts'

export type FileUpdateDependencies = { connection: Queryable; bus: Pick<Bus, 'publish'> }

type Request = Pick<ExportJob, 'exportId' | 'gatewayId' | 'personId'>

/**
 * Stores the new state or progress of a file, and publishes the progress of its request to the person who made the
 * request. Both happen in one transaction. Returns false if the file does not exist or is not open.
 */
export async function saveAndPublishFileUpdate(
  { connection, bus }: FileUpdateDependencies,
  job: Request & { fileId: string },
  change: FileUpdate,
): Promise<boolean> {
  return inTransaction(connection, async (transaction) => {
    await lockExportRequest(transaction, job.exportId)
    const isThere = await saveFileUpdate(transaction, job.fileId, change)
    if (isThere) await publishExportProgress(transaction, bus, job)
    return isThere
  })
}

/**
 * Publishes the progress of an export request when the transaction commits. For personal data, publishes only the end;
 * pages then load the list again.
 */
export async function publishExportProgress(
  transaction: Transaction,
  bus: FileUpdateDependencies['bus'],
  request: Request,
): Promise<void> {
  const { exportId: requestId, gatewayId, personId } = request
  const files = await readFileProgress(transaction, requestId)
  const [state, progress] = [exportStateOf(files), exportProgressOf(files)]
  if (gatewayId === null) {
    if (state !== 'NOT_READY') await bus.publish(transaction, [{ kind: 'notices', personId }])
    return
  }
  await bus.publish(transaction, [{ kind: 'export', gatewayId, personId, requestId, state, progress }])
}

export type ProgressReporter = {
  /** Reports which share is finished, from 0 to 1. */
  onProgress(share: number): void
  /** Resolves when the last write has ended. */
  settled(): Promise<void>
}

export type ProgressReporterOptions = {
  everyMs: number
  /** Stores and publishes the progress of the file, in per cent. */
  savePercent(percent: number): Promise<void>
  onFailure(error: unknown): void
}

/**
 * Creates a reporter of progress. The reporter passes whole per cent up to 99 to `savePercent`, at most once in `everyMs`
 * milliseconds.
 */
export function createProgressReporter({ everyMs, savePercent, onFailure }: ProgressReporterOptions): ProgressReporter {
  let writePromise: Promise<void> | null = null
  let lastPercent = 0
  let lastAt = performance.now()

  function onProgress(share: number): void {
    const percent = Math.min(99, Math.floor(share * 100))
    const isTooSoon = performance.now() - lastAt < everyMs
    if (writePromise || isTooSoon || percent <= lastPercent) return
    lastPercent = percent
    lastAt = performance.now()
    writePromise = savePercent(percent)
      .catch(onFailure)
      .finally(() => {
        writePromise = null
      })
  }

  return { onProgress, settled: async () => void (await writePromise) }
}
