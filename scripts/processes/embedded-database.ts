import { EmbeddedDatabaseError } from '../database/embedded/embedded-database-error.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../database/embedded.ts'
import { superviseDatabase } from './supervise-database.ts'
import type { DemoSettings } from './demo-settings.ts'
import { StartError } from './start-error.ts'

/**
 * The functions that report about the database. `printError`: called when the database died or runs again. `giveUp`:
 * called when the database has died too often to be restarted.
 */
type DatabaseWords = { printError: (text: string) => void; giveUp: (text: string) => void }

/**
 * Starts the embedded PostgreSQL, and restarts it when it dies.
 *
 * @throws StartError with one sentence if PostgreSQL cannot start
 */
export async function startSupervisedDatabase(
  { dataDir, isSplit }: Pick<DemoSettings, 'dataDir' | 'isSplit'>,
  words: DatabaseWords,
): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, isSmall: !isSplit }).catch((error: Error) => {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message) : error
  })
  const stopWatching = superviseDatabase({ database, ...words })
  const stop = async (): Promise<void> => {
    await stopWatching()
    await database.stop()
  }
  return { url: database.url, stop }
}
