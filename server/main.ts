import { fork } from 'node:child_process'
import { Registry } from 'prom-client'
import { defaultBrandId, readBrands } from '#brands/read-brands.ts'
import { systemClock } from './clock.ts'
import { type Config, type Role, SettingError, parseConfig, refuseUnknownBrands } from './config.ts'
import { openDatabaseClock } from './database/database-clock.ts'
import { lowerPriority } from './lower-priority.ts'
import { startIngestProcess } from './ingest-process.ts'
import { startJobsProcess } from './jobs-process.ts'
import { openLog } from './log.ts'
import { startMetricsServer } from './metrics-server.ts'
import { type ProcessDependencies, startPortal } from './portal-process.ts'
import { hasJobsAlone, openProcessDatabase, servesPeople } from './process-database.ts'
import { type Closing, endInOrder } from './process-end.ts'
import { explained, listeningSentence } from './start-error.ts'

/** A process of the portal with the roles of `ROLES`. The only reader of the environment. */
async function run(): Promise<void> {
  const config = parseConfig(process.env, defaultBrandId)
  const brands = await readBrands()
  refuseUnknownBrands(config, [...brands.brands.keys()])
  const log = openLog(config.logLevel, [...config.roles].join(','))
  const closings: Closing[] = []
  const ending = endInOrder(log, closings, config)
  const database = await openProcessDatabase(config, log)
  closings.push(database.close)
  const registry = new Registry()
  const metrics = await explained(
    startMetricsServer({ registry, ...config.metrics }),
    listeningSentence({ names: { host: 'METRICS_HOST', port: 'METRICS_PORT' }, ...config.metrics }),
  )
  closings.push(async () => void metrics.close())
  // Listeners and jobs on several machines judge of the same gateways; tokens are judged by this machine's clock.
  const clock = servesPeople(config) ? systemClock : await openDatabaseClock(database.pool, { log, ending })
  const dependencies = { config, database, brands, clock, log, registry, ending }
  if (hasJobsAlone(config)) lowerPriority()
  for (const start of startersOf(config)) closings.push(await start(dependencies))
}

type Starter = (dependencies: ProcessDependencies) => Promise<Closing>

/**
 * What to start for the roles. Beside others the listener and the jobs get processes of their own, so that none starves
 * the other.
 */
function startersOf({ roles }: Config): Starter[] {
  const [first] = roles
  if (roles.size === 1 && first === 'ingest') return [startIngestProcess]
  if (roles.size === 1 && first === 'jobs') return [startJobsProcess]
  const starters: Starter[] = []
  if (roles.has('ingest'))
    starters.push((dependencies) => startChild(dependencies, { role: 'ingest', metricsOffset: 1 }))
  if (roles.has('jobs')) starters.push((dependencies) => startChild(dependencies, { role: 'jobs', metricsOffset: 2 }))
  if (servesPeople({ roles })) starters.push(startPortal)
  return starters
}

type Child = { role: Role; metricsOffset: number }

async function startChild(
  { config, log, ending }: ProcessDependencies,
  { role, metricsOffset }: Child,
): Promise<Closing> {
  const env = { ...process.env, ROLES: role, METRICS_PORT: String(config.metrics.port + metricsOffset) }
  const child = fork(import.meta.filename, { env })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('exit', (code) => {
    // A service manager may ask it together with us.
    if (ending.aborted) return
    log.fatal({ code, role }, 'a process of the portal ended')
    process.kill(process.pid, 'SIGTERM')
    process.exitCode = 1
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

/** One sentence for what an operator can mend; whatever else went wrong shows itself whole. */
function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

run().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
