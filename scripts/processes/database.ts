import { SettingError, parseSessionAddress } from '#server/config.ts'
import { databaseSentence } from '#server/database/connection-sentence.ts'
import { EmbeddedDatabaseError } from '#server/database/embedded/embedded-database-error.ts'
import { type StartEmbedded, startEmbedded } from '#server/database/embedded.ts'
import { findHost } from '#server/database/hosts.ts'
import { migrate } from '#server/database/migrate.ts'
import { refuseTransactionPooler } from '#server/database/transaction-pooler.ts'
import { whenWritable } from '#server/database/when-writable.ts'
import { explained } from '#server/start-error.ts'
import { watchDatabase } from './database-watch.ts'
import { StartError } from './start-error.ts'
import type { DemoSettings } from './settings.ts'

/**
 * The addresses of the product's database: `url` may lead through a pooler, `sessionUrl` does not. `hostUrl` has only
 * the one host that currently answers, for programs that support only one.
 */
export type DemoDatabaseUrls = { url: string; sessionUrl: string; hostUrl: string }

/** The migrated database of the product. */
export type DemoDatabase = DemoDatabaseUrls & { stop(): Promise<void> }

/** Called when the database died, and when it cannot be kept running. */
export type DatabaseWords = { complain: (text: string) => void; giveUp: (text: string) => void }

/**
 * Connects to DATABASE_URL, or starts the embedded PostgreSQL, and migrates.
 * @throws StartError with one sentence
 */
export async function openDemoDatabase(
  { databaseUrl, databaseSessionUrl, dataDir, isSplit }: DemoSettings,
  words: DatabaseWords,
): Promise<DemoDatabase> {
  const database =
    databaseUrl === undefined
      ? await embedded({ dataDir, isSmall: !isSplit }, words)
      : await external({ databaseUrl, databaseSessionUrl }, words)
  await migrate({ url: database.sessionUrl }).catch(async (error: Error) => {
    await database.stop()
    throw new StartError(`The database could not be brought up to date: ${firstLine(error)}`)
  })
  return database
}

async function embedded(options: StartEmbedded, words: DatabaseWords): Promise<DemoDatabase> {
  const database = await startEmbedded(options).catch((error: Error) => {
    throw error instanceof EmbeddedDatabaseError ? new StartError(error.message) : error
  })
  const stopWatching = watchDatabase({ database, ...words })
  const stop = async (): Promise<void> => {
    await stopWatching()
    await database.stop()
  }
  const { url } = database
  return { url, sessionUrl: url, hostUrl: url, stop }
}

type ExternalUrls = { databaseUrl: string; databaseSessionUrl: string | undefined }

async function external(
  { databaseUrl: url, databaseSessionUrl: ownSessionUrl }: ExternalUrls,
  words: Pick<DatabaseWords, 'complain'>,
): Promise<DemoDatabase> {
  try {
    const address = parseSessionAddress({ DATABASE_URL: url, DATABASE_SESSION_URL: ownSessionUrl })
    const { url: sessionUrl } = address
    const { complain } = words
    const onWaiting = (): void => complain('No host of DATABASE_URL takes writes; waiting for one.')
    const work = async (): Promise<void> => refuseTransactionPooler(sessionUrl)
    await explained(whenWritable({ work, onWaiting }), databaseSentence(address))
    return { url, sessionUrl, hostUrl: await findHost(sessionUrl), stop: async () => {} }
  } catch (error) {
    throw error instanceof SettingError ? new StartError(error.message) : error
  }
}

// An AggregateError (no address of a host answers) has no message of its own.
function firstLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n')[0] ?? ''
}
