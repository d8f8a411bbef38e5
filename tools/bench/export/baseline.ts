import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { runWithDatabasePool } from '../bench-database.ts'

const csv = 'copy reading to stdout (format csv, header)'
const jsonLines = 'copy (select row_to_json(reading) from reading) to stdout'

/** Whether psql is installed; the PostgreSQL package of npm does not include it. */
export const isPsqlInstalled = spawnSync('psql', ['--version']).status === 0

/**
 * Copies the rows of `createReadingTable` through gzip -6, first as CSV and then as JSON lines. Returns the total time
 * in milliseconds.
 */
export async function runExportBaseline(url: string): Promise<number> {
  const start = performance.now()
  for (const statement of [csv, jsonLines])
    await (isPsqlInstalled ? copyByPsql(url, statement) : copyByServer(url, statement))
  return performance.now() - start
}

async function copyByPsql(url: string, statement: string): Promise<void> {
  const psql = spawn('psql', [url, '--quiet', '--no-psqlrc', '--command', statement], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gzip = spawn('gzip', ['-6'], { stdio: [psql.stdout, 'ignore', 'inherit'] })
  psql.stdout.destroy()
  const codes = await Promise.all([once(psql, 'exit'), once(gzip, 'exit')])
  if (codes.some(([code]) => code !== 0)) throw new Error('The baseline could not copy')
}

// Makes the server pipe the rows into gzip, if psql is missing. This is slightly faster than psql.
async function copyByServer(url: string, statement: string): Promise<void> {
  await runWithDatabasePool(url, (pool) =>
    pool.query(statement.replace('to stdout', `to program 'gzip -6 > /dev/null'`)),
  )
}
