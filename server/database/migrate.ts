import { runner } from 'node-pg-migrate'
import { fileURLToPath } from 'node:url'
import { findHost } from './hosts.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

const connectWithinMs = 5_000

export type Migrate = {
  /** Postgres URL of the database to bring up to date. */
  url: string
  /** Another folder of NNNN-name.sql files, for tests. */
  folder?: string
}

/**
 * Runs the migrations that this database has not seen, all or none, in the order of their numbers, and answers their
 * names. Processes that start together wait for one another; with nothing to do it costs a few queries.
 */
export async function migrate({ url, folder = migrationsFolder }: Migrate): Promise<string[]> {
  const done = await runner({
    databaseUrl: { connectionString: await findHost(url), connectionTimeoutMillis: connectWithinMs },
    dir: folder,
    direction: 'up',
    migrationsTable: 'migration',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    ignorePattern: '(?!.*\\.sql$).*',
    logger: silent,
  })
  return done.map(({ name }) => name)
}

// The error that is thrown says it all; the library would print it a second time.
const silent = { info: () => {}, warn: () => {}, error: () => {} }
