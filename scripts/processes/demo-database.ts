import { SettingError, parseSessionDatabaseAddress } from '#server/config.ts'
import { createConnectionErrorExplainer } from '#server/database/connection-error-explainer.ts'
import { findUsableHostUrl } from '#server/database/host-selector.ts'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { refuseTransactionPooler } from '#server/database/transaction-pooler.ts'
import { retryUntilWritable } from '#server/database/retry-until-writable.ts'
import { explainStartErrorOf } from '#server/start-error.ts'
import { StartError } from './start-error.ts'

/**
 * The addresses of the product's database.
 * - `url`: the address for most work; it may be the address of a pooler.
 * - `sessionUrl`: the address of PostgreSQL itself.
 * - `hostUrl`: an address with only the host that currently answers, for programs that support only one host.
 */
export type DemoDatabaseUrls = { url: string; sessionUrl: string; hostUrl: string }

/**
 * The configured addresses of a database. If `databaseUrl` leads to a pooler, `databaseSessionUrl` leads directly to
 * PostgreSQL.
 */
export type ConfiguredDatabaseUrls = { databaseUrl: string; databaseSessionUrl: string | undefined }

/**
 * Connects to a database and migrates it. `printError` receives a sentence if no host accepts writes yet.
 *
 * @throws StartError with one sentence if this fails
 */
export async function migrateDemoDatabase(
  configuredDatabaseUrls: ConfiguredDatabaseUrls,
  printError: (text: string) => void,
): Promise<DemoDatabaseUrls> {
  const urls = await connect(configuredDatabaseUrls, printError)
  await migrateDatabase({ url: urls.sessionUrl }).catch((error: Error) => {
    throw new StartError(`The database could not be brought up to date: ${firstLine(error)}`)
  })
  return urls
}

async function connect(
  { databaseUrl: url, databaseSessionUrl: ownSessionUrl }: ConfiguredDatabaseUrls,
  printError: (text: string) => void,
): Promise<DemoDatabaseUrls> {
  try {
    const address = parseSessionDatabaseAddress({ DATABASE_URL: url, DATABASE_SESSION_URL: ownSessionUrl })
    const { url: sessionUrl } = address
    const onWaiting = (): void => printError('No host of DATABASE_URL takes writes; waiting for one.')
    const work = async (): Promise<void> => refuseTransactionPooler(sessionUrl)
    await explainStartErrorOf(retryUntilWritable({ work, onWaiting }), createConnectionErrorExplainer(address))
    return { url, sessionUrl, hostUrl: await findUsableHostUrl(sessionUrl) }
  } catch (error) {
    throw error instanceof SettingError ? new StartError(error.message) : error
  }
}

// Returns the first line of an error message. An AggregateError has no message, so its code is used; Node throws it if
// no address of a host answers.
function firstLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n')[0] ?? ''
}
