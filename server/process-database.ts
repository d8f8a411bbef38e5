import { minuteMs } from '#contract/durations.ts'
import type { Config, ProcessRole } from './config.ts'
import { createConnectionErrorExplainer } from './database/connection-error-explainer.ts'
import { type Database, openDatabase } from './database/database.ts'
import { migrateDatabase } from './database/migrate-database.ts'
import { checkReachable } from './database/store.ts'
import { refuseTransactionPooler } from './database/transaction-pooler.ts'
import { retryUntilWritable } from './database/retry-until-writable.ts'
import { jobConnectionCount } from './jobs/start-jobs.ts'
import { explainStartErrorOf } from './start-error.ts'

type DatabaseLog = { warn(fields: object, message: string): void }

/**
 * Database settings for jobs. No person waits for a job, and jobs must continue if the database is slow. So these
 * limits are longer than for requests: the time of a statement, the wait for a connection, the idle time in a
 * transaction, and the time before an idle connection closes. Transactions that lock rows of the listeners have a
 * shorter idle time (server/jobs/store.ts).
 */
export const jobDatabaseSettings = {
  statementTimeoutMs: minuteMs,
  connectTimeoutMs: 20_000,
  transactionIdleMs: minuteMs,
  keptIdleMs: 10 * minuteMs,
}

/**
 * Migrates the tables, and opens the database for the roles of a process. Requests may use a pooler in transaction
 * mode; the listener and the jobs need sessions. See docs/how-to/pooler.md.
 * @throws SettingError
 */
export async function openProcessDatabase(
  config: Config,
  { log, ending }: { log: DatabaseLog; ending?: AbortSignal },
): Promise<Database> {
  const { databaseAddress, sessionAddress, databaseConnections } = config
  const { url } = sessionAddress
  const onWaiting = (error: unknown): void =>
    log.warn({ err: error }, 'no host of the database accepts writes; waiting for one')
  const preparation = retryUntilWritable({ work: async () => prepareTables(url), onWaiting, ending })
  await explainStartErrorOf(preparation, createConnectionErrorExplainer(sessionAddress))
  const address = hasServingRole(config) ? databaseAddress : sessionAddress
  const database = openDatabase(address.url, {
    way: address.url === sessionAddress.url ? 'direct' : 'transaction-pooler',
    max: databaseConnections,
    ...(hasOnlyJobsRole(config) && {
      max: Math.max(databaseConnections, jobConnectionCount),
      ...jobDatabaseSettings,
    }),
    onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  await explainStartErrorOf(checkReachable(database.pool), createConnectionErrorExplainer(address))
  return database
}

async function prepareTables(url: string): Promise<void> {
  await refuseTransactionPooler(url)
  await migrateDatabase({ url })
}

/** Whether a role serves people or programs over HTTP. One process can run all roles of this kind. */
export function isServingRole(role: ProcessRole): boolean {
  return role === 'api' || role === 'push' || role === 'partners'
}

export function hasServingRole({ roles }: Pick<Config, 'roles'>): boolean {
  return [...roles].some(isServingRole)
}

export function hasOnlyJobsRole({ roles }: Pick<Config, 'roles'>): boolean {
  return roles.size === 1 && roles.has('jobs')
}
