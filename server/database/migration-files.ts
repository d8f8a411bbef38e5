import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

type Strategy = NonNullable<RunnerOption['migrationLoaderStrategies']>[number]
type Unit = Awaited<ReturnType<Exclude<Strategy['loader'], string>>>[number]

/**
 * Shorter than the server's `deadlock_timeout` of 1 s: where we and somebody else wait for one another, we give way. What
 * waits behind a lock of ours goes on then; `migrate` tries again.
 */
const lockWithin = '500ms'

const outsideTransaction = /^-- no transaction\n/u
const madeIndex = /^create (?:unique )?index concurrently if not exists (\w+)/gmu
const endOfStatement = /(?<=;)\n/u

/**
 * How a file of migrations is read: all of it in one transaction, or, where it begins with `-- no transaction`, statement
 * after statement, each ended by a semicolon and a line break. Those must be of a kind that can be done a second time,
 * since the file is run again from its beginning when it was interrupted.
 */
export const migrationFiles: Strategy = {
  extensions: ['.sql'],
  loader: async (paths) => Promise.all(paths.map(readUnit)),
}

async function readUnit(path: string): Promise<Unit> {
  const text = await readFile(path, 'utf8')
  const up = outsideTransaction.test(text) ? runApart(text) : runTogether(text)
  return { id: path, filePaths: [path], actions: { up, down: false } }
}

function runTogether(text: string) {
  return (pgm: MigrationBuilder): void => {
    pgm.sql(`set local lock_timeout = '${lockWithin}'`)
    pgm.sql(text)
  }
}

// No limit for locks: those of `concurrently` keep nobody waiting, and it waits for all that read before it.
function runApart(text: string) {
  return async (pgm: MigrationBuilder): Promise<void> => {
    pgm.noTransaction()
    for (const index of await unfinished(pgm, text)) pgm.sql(`drop index concurrently ${index}`)
    for (const statement of text.trim().split(endOfStatement)) pgm.sql(statement)
  }
}

/** Indexes of this file whose making was interrupted: they are kept up to date, and used by nobody. */
async function unfinished(pgm: MigrationBuilder, text: string): Promise<string[]> {
  const made = [...text.matchAll(madeIndex)].map(([, name]) => name)
  const rows: { name: string }[] = await pgm.db.select({
    text: `select indexrelid::regclass::text as name from pg_index
      where not indisvalid and indexrelid in (select to_regclass(made) from unnest($1::text[]) as made)`,
    values: [made],
  })
  return rows.map(({ name }) => name)
}
