import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

type Strategy = NonNullable<RunnerOption['migrationLoaderStrategies']>[number]
type Unit = Awaited<ReturnType<Exclude<Strategy['loader'], string>>>[number]

/**
 * Shorter than the server's `deadlock_timeout` of 1 s, so that in a deadlock the migration gives way. Statements that
 * wait for its locks then continue, and `migrate` retries.
 */
const lockTimeout = '500ms'

const outsideTransaction = /^-- no transaction\n/u
const createdIndex = /^create (?:unique )?index concurrently if not exists (\w+)/gmu
const endOfStatement = /(?<=;)\n/u

/**
 * How a migration file runs: in one transaction, or, if it begins with `-- no transaction`, statement by statement,
 * each ended by a semicolon and a line break. Such statements must be repeatable, because after an interruption the
 * file runs again from its beginning.
 */
export const migrationFiles: Strategy = {
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

// No lock timeout: the locks of `concurrently` block nobody, and it waits for all earlier readers.
function withoutTransaction(text: string) {
  return async (pgm: MigrationBuilder): Promise<void> => {
    pgm.noTransaction()
    for (const index of await dropInvalidIndexes(pgm, text)) pgm.sql(`drop index concurrently ${index}`)
    for (const statement of text.trim().split(endOfStatement)) pgm.sql(statement)
  }
}

/** Invalid indexes of this file after an interruption: they are updated but never used. */
async function dropInvalidIndexes(pgm: MigrationBuilder, text: string): Promise<string[]> {
  const made = [...text.matchAll(createdIndex)].map(([, name]) => name)
  const rows: { name: string }[] = await pgm.db.select({
    text: `select indexrelid::regclass::text as name from pg_index
      where not indisvalid and indexrelid in (select to_regclass(made) from unnest($1::text[]) as made)`,
    values: [made],
  })
  return rows.map(({ name }) => name)
}
