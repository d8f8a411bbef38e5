import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

type Strategy = NonNullable<RunnerOption['migrationLoaderStrategies']>[number]
type Unit = Awaited<ReturnType<Exclude<Strategy['loader'], string>>>[number]

/**
 * It is shorter than the server's `deadlock_timeout` of 1 s. So in a deadlock the migration gives up its locks,
 * statements that wait for the locks continue, and `migrate` retries.
 */
const lockTimeout = '500ms'

const outsideTransaction = /^-- no transaction\n/u
const createdIndex = /^create (?:unique )?index concurrently if not exists (\w+)/gmu
const endOfStatement = /(?<=;)\n/u

/**
 * Reads migration files. A file runs in one transaction, unless it begins with `-- no transaction`. Then it runs
 * statement by statement, each ended by a semicolon and a line break. Such statements must be repeatable, because after
 * an interruption the file runs again from its beginning.
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

// Sets no lock timeout, because the locks of `concurrently` block no statements, and it waits for all earlier readers.
function withoutTransaction(text: string) {
  return async (pgm: MigrationBuilder): Promise<void> => {
    pgm.noTransaction()
    for (const index of await dropInvalidIndexes(pgm, text)) pgm.sql(`drop index concurrently ${index}`)
    for (const statement of text.trim().split(endOfStatement)) pgm.sql(statement)
  }
}

/**
 * Returns the indexes of this file that are invalid after an interruption. PostgreSQL updates them but never uses them.
 */
async function dropInvalidIndexes(pgm: MigrationBuilder, text: string): Promise<string[]> {
  const made = [...text.matchAll(createdIndex)].map(([, name]) => name)
  const rows: { name: string }[] = await pgm.db.select({
    text: `select indexrelid::regclass::text as name from pg_index
      where not indisvalid and indexrelid in (select to_regclass(made) from unnest($1::text[]) as made)`,
    values: [made],
  })
  return rows.map(({ name }) => name)
}
