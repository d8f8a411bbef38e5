import { setTimeout as pause } from 'node:timers/promises'
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import type { DatabaseConnection } from './connection.ts'
import { migrationLoaderStrategy } from './migration-loader-strategy.ts'

const lockRetryMs = 200
const retryAfterMs = 2_000
const maxTries = 60

/** The SQLSTATEs lock_not_available and deadlock_detected. PostgreSQL manual, appendix A. */
const lockErrorCodes = new Set<unknown>(['55P03', '40P01'])

/** Runs the pending migrations of the folder, and returns their names. */
export async function runPendingMigrations(client: DatabaseConnection, folder: string): Promise<string[]> {
  const doneNames: string[] = []
  for (;;) {
    const next = await runWithRetries(client, folder)
    if (next === undefined) return doneNames
    doneNames.push(next)
  }
}

async function runWithRetries(client: DatabaseConnection, folder: string): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    await lockMigrations(client)
    try {
      const doneName = await runNext(client, folder)
      await unlockMigrations(client)
      return doneName
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error && 'code' in error && lockErrorCodes.has(error.code)))
        throw error
    }
    await client.query('rollback')
    await unlockMigrations(client)
    await pause(retryAfterMs)
  }
}

// Polls until it gets the lock. A statement that waits for the lock would hold a snapshot, and `create index
// concurrently` in the process that has the lock would wait for that snapshot.
async function lockMigrations(client: DatabaseConnection): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [PG_MIGRATE_LOCK_ID])
    if (rows[0].mine === true) return
    await pause(lockRetryMs)
  }
}

async function unlockMigrations(client: DatabaseConnection): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [PG_MIGRATE_LOCK_ID])
}

/** Runs the next pending migration and returns its name. Returns undefined if no migration is pending. */
async function runNext(dbClient: DatabaseConnection, dir: string): Promise<string | undefined> {
  const [done] = await runner({
    dbClient,
    dir,
    direction: 'up',
    count: 1,
    migrationsTable: 'migration',
    singleTransaction: false,
    noLock: true,
    ignorePattern: '(?!.*\\.sql$).*',
    migrationLoaderStrategies: [migrationLoaderStrategy],
    logger: silent,
  })
  return done?.name
}

// Suppresses the output of the library, because the thrown error has the details.
const silent = { info: () => {}, warn: () => {}, error: () => {} }
