import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardAbandoned, startEmbedded, type EmbeddedDatabase } from './embedded.ts'

const prefix = 'gateway-portal-'

/**
 * Starts a PostgreSQL in a temporary folder, which `stop` removes: for tests and benchmarks. If `durable` is false,
 * nothing is forced to disk.
 */
export async function startTemporary({ durable }: { durable: boolean }): Promise<EmbeddedDatabase> {
  await discardLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // Opens the temporary folder to the other user as which the server runs if this process is root.
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbedded({ dataDir, durable })
  const stopAndRemove = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, stop: stopAndRemove }
}

// Removes the leftovers of killed runs. Unreadable folders belong to another user.
async function discardLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  await Promise.all(names.map((name) => discardAbandoned(join(tmpdir(), name)).catch(() => undefined)))
}
