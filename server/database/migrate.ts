import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import { DatabaseConnection, connectionSettings } from './connection.ts'
import { migrationFiles } from './migration-files.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export type Migrate = {
  /** Postgres URL of the database to bring up to date. */
  url: string
  /** Another folder of NNNN-name.sql files, for tests. */
  folder?: string
}

/**
 * Runs the migrations that this database has not seen, in the order of their numbers, each whole or not at all, and
 * answers their names. Processes that start together take turns; with nothing to do it costs a few queries. Those that
 * serve the release before go on meanwhile: none of their statements waits for ours for longer than a moment.
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

const turnAfterMs = 200
const againAfterMs = 2_000
const maxTries = 60

/** lock_not_available and deadlock_detected. PostgreSQL manual, appendix A. */
const gaveWay = new Set<unknown>(['55P03', '40P01'])

async function migrateBy(client: DatabaseConnection, folder: string): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    const next = await runPatiently(client, folder)
    if (next === undefined) return done
    done.push(next)
  }
}

async function runPatiently(client: DatabaseConnection, folder: string): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    await takeTurn(client)
    try {
      const done = await runNext(client, folder)
      await passTurn(client)
      return done
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error && 'code' in error && gaveWay.has(error.code))) throw error
    }
    await client.query('rollback')
    await passTurn(client)
    await pause(againAfterMs)
  }
}

// Asked for again and again: who waits inside a statement holds a snapshot, for whose end a `concurrently` would wait.
async function takeTurn(client: DatabaseConnection): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [PG_MIGRATE_LOCK_ID])
    if (rows[0].mine === true) return
    await pause(turnAfterMs)
  }
}

async function passTurn(client: DatabaseConnection): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [PG_MIGRATE_LOCK_ID])
}

/** Answers the name of the migration that was run, undefined when there is none left. */
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
    migrationLoaderStrategies: [migrationFiles],
    logger: silent,
  })
  return done?.name
}

// The error that is thrown says it all; the library would print it a second time.
const silent = { info: () => {}, warn: () => {}, error: () => {} }
