import pg from 'pg'
import { EmbeddedDatabaseError } from '#server/database/embedded/embedded-database-error.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { watchDatabase } from './database-watch.ts'
import { StartError } from './start-error.ts'
import type { WorldSettings } from './settings.ts'

/** The migrated database of the product, and how to end it. */
export type WorldDatabase = { url: string; stop(): Promise<void> }

/** Told when it died, and when it can't be kept running. */
export type DatabaseWords = { complain: (text: string) => void; giveUp: (text: string) => void }

const answerWithinMs = 5_000

/** Opens DATABASE_URL, or starts the embedded PostgreSQL, and migrates. Throws StartError with one sentence. */
export async function openWorldDatabase(
  { databaseUrl, dataDir }: WorldSettings,
  words: DatabaseWords,
): Promise<WorldDatabase> {
  const database = databaseUrl === undefined ? await embedded(dataDir, words) : await external(databaseUrl)
  await migrate({ url: database.url }).catch(async (error: Error) => {
    await database.stop()
    throw new StartError(`The database could not be brought up to date: ${firstLine(error)}`)
  })
  return database
}

async function embedded(dataDir: string, words: DatabaseWords): Promise<WorldDatabase> {
  const database = await startEmbedded({ dataDir }).catch((error: Error) => {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message) : error
  })
  const stopWatching = watchDatabase({ database, ...words })
  const stop = async (): Promise<void> => {
    await stopWatching()
    await database.stop()
  }
  return { url: database.url, stop }
}

async function external(url: string): Promise<WorldDatabase> {
  const client = new pg.Client({ connectionString: readable(url), connectionTimeoutMillis: answerWithinMs })
  try {
    await client.connect()
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new StartError(`The database of DATABASE_URL (${host}${pathname}) can't be reached: ${firstLine(error)}`)
  }
  await client.end()
  return { url, stop: async () => {} }
}

function readable(url: string): string {
  if (/^postgres(?:ql)?:\/\//u.test(url) && URL.canParse(url)) return url
  throw new StartError('DATABASE_URL is not of the form postgres://user:password@host:port/database.')
}

// An AggregateError (no address of a host answers) has no message of its own.
function firstLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n')[0] ?? ''
}
