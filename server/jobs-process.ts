import { createPostgresBus } from './bus/postgres.ts'
import { type Database, openDatabase } from './database/database.ts'
import { cleanRateLimits } from './database/store.ts'
import { cleanUpExports } from './exports/clean-up.ts'
import { filesAtOnce, startExports } from './exports/exports.ts'
import { openFileStore, prepareStore } from './exports/files/open-file-store.ts'
import { createExportMetrics } from './exports/metrics.ts'
import { writePackage } from './exports/package/write-package.ts'
import { cleanSessions } from './identity/session/clean-sessions.ts'
import { startJobs } from './jobs/jobs.ts'
import type { ProcessDependencies } from './portal-process.ts'
import type { Closing } from './process-end.ts'

/** Each file needs a connection that holds it and those of its package. */
const connectionsPerFile = 4

/** The role `jobs`: what time asks for, and the files of exports. Answers how to end it. */
export async function startJobsProcess({
  config,
  database,
  brands,
  clock,
  log,
  registry,
}: ProcessDependencies): Promise<Closing> {
  const bus = createPostgresBus({ url: config.sessionAddress.url, log })
  const files = await openFileStore(config.exportStore)
  await prepareStore(files, { pool: database.pool, log })
  const exporting = openForExports(config.sessionAddress.url)
  const { pool } = exporting
  const packageDependencies = { pool, brandOf: (id: string) => (brands.brands.get(id) ?? brands.defaultBrand).settings }
  const exports = await startExports({
    pool,
    files,
    bus,
    clock,
    log,
    metrics: createExportMetrics(registry),
    write: async (request, target) => writePackage(packageDependencies, request, target),
  })
  const jobs = startJobs({
    pool: database.pool,
    bus,
    clock,
    log,
    cleanSessions: clean,
    cleanExports: async () => cleanUpExports({ pool, files, bus, clock }),
  })
  return async () => {
    await Promise.all([jobs.stop(), exports.stop()])
    await exporting.close()
    await bus.close()
  }

  async function clean(): Promise<void> {
    await cleanSessions({ pool: database.pool, clock })
    await cleanRateLimits(database.pool, clock.now())
  }
}

/** Reading years of telemetry takes as long as it takes. */
function openForExports(url: string): Database {
  return openDatabase(url, { max: filesAtOnce * connectionsPerFile, statementWithinMs: 0 })
}
