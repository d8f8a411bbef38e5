import type { PoolClient } from 'pg'
import { type ExportJob, findOpenFiles, releaseFile, startFile, tryHoldFile } from './store.ts'

/** More open files than processes ever make at once: the first that nobody holds is taken. */
const looksAt = 100

/**
 * Takes the oldest file that nobody makes, and starts it; null where there is none. The connection holds it until it
 * ends or `releaseFile`.
 */
export async function claimFile(client: PoolClient, now: Date): Promise<ExportJob | null> {
  for (const fileId of await findOpenFiles(client, now, looksAt)) {
    if (!(await tryHoldFile(client, fileId))) continue
    // Asked again under the lock: meanwhile somebody may have made it.
    const job = await startFile(client, fileId, now)
    if (job) return job
    await releaseFile(client, fileId)
  }
  return null
}
