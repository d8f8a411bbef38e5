import { runner } from 'node-pg-migrate'
import { fileURLToPath } from 'node:url'
import { DatabaseConnection, connectionSettings } from './connection.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

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
  // A change of large tables takes as long as it takes.
  const way = { way: 'direct', statementWithinMs: 0, applicationName: 'gateway-portal migration' } as const
  const client = new DatabaseConnection(connectionSettings(url, way))
  // The statement under way tells of a lost connection; unheard, the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await migrateBy(client, folder)
  } finally {
    await client.end()
  }
}

async function migrateBy(dbClient: DatabaseConnection, dir: string): Promise<string[]> {
  const done = await runner({
    dbClient,
    dir,
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
