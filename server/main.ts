import { fork } from 'node:child_process'
import { Registry } from 'prom-client'
import { defaultBrandId, readBrands } from '#brands/read-brands.ts'
import { systemClock } from './clock.ts'
import { type Config, SettingError, parseConfig, refuseUnknownBrands } from './config.ts'
import { addSettingsFromCredentialFiles } from './credential-files.ts'
import { createConnectionErrorExplainer } from './database/connection-error-explainer.ts'
import { openDatabaseClock } from './database/database-clock.ts'
import { registerDatabaseMetrics } from './database/metrics.ts'
import { isDatabaseUnavailableError } from './database/outage-errors.ts'
import { createDatabaseProbe } from './database/database-probe.ts'
import { createProcessEndProbe } from './http/drain-connections.ts'
import { startIngestProcess } from './ingest-process.ts'
import { startJobsProcess } from './jobs-process.ts'
import { openLog } from './log.ts'
import { nodeFlagsOfRole } from './node-flags.ts'
import { startMetricsServer } from './metrics-server.ts'
import { type PortalProcessDependencies, startServingRoles } from './portal-process.ts'
import { findProductionWarnings } from './production-warnings.ts'
import { lowerCpuPriority } from './process-priority.ts'
import { hasOnlyJobsRole, openProcessDatabase, hasServingRole } from './process-database.ts'
import { splitRoles, type SeparateRole, configOfSeparateRole } from './split-roles.ts'
import { type StopFunction, endProcessOnSignal, closeAllInParallel } from './process-end.ts'
import { explainStartErrorOf, createListenErrorExplainer } from './start-error.ts'

/** Runs a process of the portal with the roles of `ROLES`. */
async function run(): Promise<void> {
  const config = parseConfig(await addSettingsFromCredentialFiles(process.env), defaultBrandId)
  const brands = await readBrands()
  refuseUnknownBrands(config, [...brands.brands.keys()])
  const log = openLog(config.logLevel, [...config.roles].join(','))
  if (!config.isDemo) for (const warning of findProductionWarnings(config)) log.warn({}, warning)
  const closings: StopFunction[] = []
  const ending = endProcessOnSignal(log, closings, config)
  if (config.tracing) closings.push(await openTracing(config, config.tracing, log))
  const parts = config.isOneProcess ? splitRoles(config) : [config]
  if (hasOnlyJobsRole(config)) lowerCpuPriority()
  await Promise.all(
    parts.map((part, index) => startPart(part, { brands, log, ending, closings, isFirst: index === 0 })),
  )
}

type ProcessContext = Pick<PortalProcessDependencies, 'brands' | 'log' | 'ending'> & {
  closings: StopFunction[]
  isFirst: boolean
}

/** Starts a part of the process: roles that share database connections, metrics and probes. */
async function startPart(config: Config, { brands, log, ending, closings, isFirst }: ProcessContext): Promise<void> {
  const database = await openProcessDatabase(config, { log, ending })
  closings.push(database.close)
  const registry = new Registry()
  registerDatabaseMetrics(registry, database.pool)
  const probes = [createProcessEndProbe(ending), createDatabaseProbe(database.pool)]
  const metrics = await explainStartErrorOf(
    startMetricsServer({
      registry,
      probes,
      isOfProcess: isFirst,
      ...config.metrics,
    }),
    createListenErrorExplainer({ names: { host: 'METRICS_HOST', port: 'METRICS_PORT' }, ...config.metrics }),
  )
  closings.push(async () => void metrics.close())
  // Listeners and jobs on several machines make decisions about the same gateways, so they use the clock of the
  // database. Processes that serve people use the clock of their machine, because they check tokens.
  const clock = hasServingRole(config)
    ? systemClock
    : await explainStartErrorOf(openDatabaseClock(database.pool, { log, ending }), databaseErrorDescriber(config))
  const dependencies = { config, database, brands, clock, log, registry, probes, ending }
  const startPromise = explainStartErrorOf(startAll(dependencies), databaseErrorDescriber(config))
  // Stops the roles of this part. If a stop signal arrives during the start, completes the start first, because a
  // half-started role cannot be stopped.
  closings.push(async () => closeAllInParallel(await startPromise))
  await startPromise
}

/**
 * Returns a function that describes an error of the database during the start: the database cannot be reached, or is
 * slow. The function returns null for any other error.
 */
function databaseErrorDescriber({ sessionAddress }: Config) {
  return (error: Error): string | null =>
    isDatabaseUnavailableError(error) ? createConnectionErrorExplainer(sessionAddress)(error) : null
}

async function startAll(dependencies: PortalProcessDependencies): Promise<StopFunction[]> {
  const startedParts: StopFunction[] = []
  for (const start of startersOf(dependencies.config)) startedParts.push(await start(dependencies))
  return startedParts
}

/**
 * Starts tracing. Loads the packages of OpenTelemetry only now, because a process without tracing does not need them.
 */
async function openTracing(
  { roles }: Config,
  tracingSettings: NonNullable<Config['tracing']>,
  log: PortalProcessDependencies['log'],
): Promise<StopFunction> {
  const { startTracing } = await import('./tracing/opentelemetry.ts')
  return startTracing({ ...tracingSettings, roles: [...roles].join(','), log })
}

type Starter = (dependencies: PortalProcessDependencies) => Promise<StopFunction>

/**
 * Returns the functions that start the roles. If the process has several roles, the listener and the jobs run in child
 * processes, because they would take CPU time from the other roles.
 */
function startersOf({ roles }: Config): Starter[] {
  const [first] = roles
  if (roles.size === 1 && first === 'ingest') return [startIngestProcess]
  if (roles.size === 1 && first === 'jobs') return [startJobsProcess]
  const starters: Starter[] = []
  if (roles.has('ingest')) starters.push((dependencies) => startChild(dependencies, 'ingest'))
  if (roles.has('jobs')) starters.push((dependencies) => startChild(dependencies, 'jobs'))
  if (hasServingRole({ roles })) starters.push(startServingRoles)
  return starters
}

async function startChild(
  { config, log, ending }: PortalProcessDependencies,
  role: SeparateRole,
): Promise<StopFunction> {
  const { metrics } = configOfSeparateRole(config, role)
  const env = { ...process.env, ROLES: role, METRICS_PORT: String(metrics.port) }
  const child = fork(import.meta.filename, { env, execArgv: [...process.execArgv, ...nodeFlagsOfRole(role)] })
  const exitPromise = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.once('exit', () => child.kill('SIGKILL'))
  child.once('exit', (code) => {
    // If this process is stopping, a child that ends is no failure: the service manager may have stopped the child.
    if (ending.aborted) return
    log.fatal({ code, role }, 'a process of the portal ended')
    process.kill(process.pid, 'SIGTERM')
    process.exitCode = 1
  })
  return async () => {
    // Disconnects from the child instead of sending a signal. A service manager also sends a signal to each process,
    // and a second signal would end the child immediately.
    if (child.connected) child.disconnect()
    await exitPromise
  }
}

/**
 * Formats an error for the terminal. A `SettingError` becomes one sentence for the operator; any other error is shown
 * with its stack.
 */
function describeStartError(error: unknown): string {
  if (error instanceof SettingError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

run().catch((error: unknown) => {
  // The start was aborted by a stop signal while the process waited for the database. `endProcessOnSignal` ends the
  // process.
  if (error instanceof Error && error.name === 'AbortError') return
  process.stderr.write(`${describeStartError(error)}\n`)
  process.exit(1)
})
