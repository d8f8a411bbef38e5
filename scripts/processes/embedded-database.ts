import { EmbeddedDatabaseError } from '#server/database/embedded/embedded-database-error.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/database/embedded.ts'
import { watchDatabase } from './database-watch.ts'
import type { DemoSettings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Called when the database died, and when it cannot be kept running. */
type DatabaseWords = { printError: (text: string) => void; giveUp: (text: string) => void }

/**
 * Starts the embedded PostgreSQL, and keeps it running.
 * @throws StartError with one sentence
 */
export async function startWatchedDatabase(
  { dataDir, isSplit }: Pick<DemoSettings, 'dataDir' | 'isSplit'>,
  words: DatabaseWords,
): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, isSmall: !isSplit }).catch((error: Error) => {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message) : error
  })
  const stopWatching = watchDatabase({ database, ...words })
  const stop = async (): Promise<void> => {
    await stopWatching()
    await database.stop()
  }
  return { url: database.url, stop }
}
