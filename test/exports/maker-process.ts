import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import type { PackageWriter } from '#server/exports/create-export-file.ts'
import { startExportWorkers } from '#server/exports/export-workers.ts'
import { createLocalFileStore } from '#server/exports/files/local-file-store.ts'
import { createExportMetrics } from '#server/exports/metrics.ts'

/**
 * A process that writes the file of an export slowly, for tests that kill it. Its arguments are the URL of the database
 * and the folder of the files. The process prints a line for each written piece.
 */
const [, , url = '', folder = ''] = process.argv
const { pool } = openDatabase(url)
const log = pino({ level: 'silent' })
const pieces = 50

const write: PackageWriter = async (_request, { output, onProgress, signal }) => {
  for (let piece = 0; piece < pieces; piece += 1) {
    signal.throwIfAborted()
    output.write(Buffer.alloc(10_000, piece))
    onProgress(piece / pieces)
    console.log(piece)
    await pool.query('select pg_sleep(0.01)')
  }
  output.end()
  return { rows: pieces }
}

await startExportWorkers({
  pool,
  files: createLocalFileStore(folder),
  bus: createPostgresBus({ url, log }),
  clock: systemClock,
  log,
  metrics: createExportMetrics(new Registry()),
  write,
})
