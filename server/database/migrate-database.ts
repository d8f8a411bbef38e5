import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseConnection, createConnectionSettings } from './connection.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export type MigrationOptions = {
  /** The URL of the database to migrate. */
  url: string
  /** The folder of the NNNN-name.sql files. Tests set another folder. */
  folder?: string
}

/**
 * Runs the pending migrations in the order of their numbers, and returns their names. A migration without the line
 * `-- no transaction` runs completely or has no effect, see migration-loader-strategy.ts. If no migration is pending,
 * the call costs two queries.
 *
 * Processes that start at the same time run migrations one after the other. Processes of the previous release can
 * continue to work; a migration delays their statements only briefly.
 */
export async function migrateDatabase({ url, folder = migrationsFolder }: MigrationOptions): Promise<string[]> {
  // Sets no statement timeout, because a change of a large table takes long.
  const way = { way: 'direct', statementTimeoutMs: 0, applicationName: 'gateway-portal migration' } as const
  const client = new DatabaseConnection(createConnectionSettings(url, way))
  // If the connection is lost, the running statement rejects. Without this listener, the error event would end the
  // process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await hasPending(client, folder))) return []
    // Imports the library only in a process that has migrations to run.
    const { runPendingMigrations } = await import('./run-pending-migrations.ts')
    return await runPendingMigrations(client, folder)
  } finally {
    await client.end()
  }
}

/** Returns whether the folder has a migration that has not run. */
async function hasPending(client: DatabaseConnection, folder: string): Promise<boolean> {
  const { rows: tables } = await client.query("select from pg_class where oid = to_regclass('migration')")
  if (tables.length === 0) return true
  const { rows } = await client.query('select name from migration')
  const doneNames = new Set(rows.map((row: { name: string }) => row.name))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  return files.some((file) => !doneNames.has(file.slice(0, -'.sql'.length)))
}
