import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'

/**
 * A PostgreSQL of its own in a temporary folder, which `stop` removes: for tests and benches. `durable` false forces
 * nothing to disk.
 */
export async function startTemporary({ durable }: { durable: boolean }): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-portal-'))
  // A temporary folder is closed to others, and as root the server runs as another user.
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbedded({ dataDir, durable })
  const stopAndRemove = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, stop: stopAndRemove }
}
