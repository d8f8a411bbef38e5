import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  deleteAbandonedDatabase,
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from '../../scripts/database/embedded.ts'

const prefix = 'gateway-portal-'

/**
 * Starts a PostgreSQL in a temporary folder, for tests and benchmarks. `stop` deletes the folder. `durable`: whether
 * the server forces writes to disk.
 */
export async function startTemporaryDatabase({ durable }: { durable: boolean }): Promise<EmbeddedDatabase> {
  await discardLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // If this process is root, the server runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbeddedDatabase({ dataDir, durable })
  const stopAndRemove = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, stop: stopAndRemove }
}

// Deletes the databases of earlier processes that were killed. Ignores folders that this user cannot read, because
// they belong to another user.
async function discardLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  await Promise.all(names.map((name) => deleteAbandonedDatabase(join(tmpdir(), name)).catch(() => undefined)))
}
