import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

type Strategy = NonNullable<RunnerOption['migrationLoaderStrategies']>[number]
type Unit = Awaited<ReturnType<Exclude<Strategy['loader'], string>>>[number]

/**
 * The time that a migration waits for a lock. It is shorter than the server's `deadlock_timeout` of 1 s, so in a
 * deadlock the migration is the first to stop. The statements that wait for its locks then continue, and `migrateDatabase`
 * retries.
 */
const lockTimeout = '500ms'

const outsideTransaction = /^-- no transaction\n/u
const createdIndex = /^create (?:unique )?index concurrently if not exists (\w+)/gmu
const endOfStatement = /(?<=;)\n/u

/**
 * Reads migration files for the migration library. A file runs in one transaction, unless its first line is `-- no
 * transaction`.
 *
 * With that line, the file runs statement by statement; a semicolon and a line break end each statement. After an
 * interruption, such a file runs again from its beginning, so it must be possible to repeat its statements.
 */
export const migrationLoaderStrategy: Strategy = {
  extensions: ['.sql'],
  loader: async (paths) => Promise.all(paths.map(readUnit)),
}

async function readUnit(path: string): Promise<Unit> {
  const text = await readFile(path, 'utf8')
  const up = outsideTransaction.test(text) ? withoutTransaction(text) : inOneTransaction(text)
  return { id: path, filePaths: [path], actions: { up, down: false } }
}

function inOneTransaction(text: string) {
  return (pgm: MigrationBuilder): void => {
    pgm.sql(`set local lock_timeout = '${lockTimeout}'`)
    pgm.sql(text)
  }
}

// Sets no lock timeout. The locks of `concurrently` block no reads or writes of rows, and the statement must be able to
// wait for earlier transactions.
function withoutTransaction(text: string) {
  return async (pgm: MigrationBuilder): Promise<void> => {
    pgm.noTransaction()
    for (const index of await dropInvalidIndexes(pgm, text)) pgm.sql(`drop index concurrently ${index}`)
    for (const statement of text.trim().split(endOfStatement)) pgm.sql(statement)
  }
}

/**
 * Returns the indexes of this file that an interruption has left invalid. PostgreSQL updates such indexes but never
 * uses them.
 */
async function dropInvalidIndexes(pgm: MigrationBuilder, text: string): Promise<string[]> {
  const createdNames = [...text.matchAll(createdIndex)].map(([, name]) => name)
  const rows: { name: string }[] = await pgm.db.select({
    text: `select indexrelid::regclass::text as name from pg_index
      where not indisvalid and indexrelid in (select to_regclass(made) from unnest($1::text[]) as made)`,
    values: [createdNames],
  })
  return rows.map(({ name }) => name)
}
