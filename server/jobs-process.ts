import type { AccessEventDependencies } from './appliances/access/access-notice.ts'
import { deleteExpiredLinks, handleAccessEvents } from './appliances/access/events/handle-events.ts'
import { deleteEndedTakeovers, handleTakeovers } from './appliances/access/takeover/handle-takeovers.ts'
import { deleteKeptMessages } from './live/bus/nats/store.ts'
import { type Database, openDatabase } from './database/database.ts'
import { measurePartitions } from './database/metrics.ts'
import { deleteExpiredRateLimits } from './database/store.ts'
import { eraseDuePeople } from './erasure.ts'
import { cleanUpExports } from './exports/clean-up.ts'
import { filesAtOnce, startExports } from './exports/exports.ts'
import { openFileStore, prepareStore } from './exports/files/open-file-store.ts'
import { createExportMetrics, measureOpenFiles } from './exports/metrics.ts'
import { writePackage } from './exports/package/write-package.ts'
import { writePersonalData } from './exports/package/personal/write-personal-data.ts'
import { createFindEmergencies } from './faults/emergencies.ts'
import { readSampleCatalogue } from './faults/sample-catalogue.ts'
import { cleanSessions } from './identity/session/clean-sessions.ts'
import { answersKeptMs } from './http/kept-answers/kept-answers.ts'
import { startJobs } from './jobs/jobs.ts'
import { createJobHealth } from './jobs/health.ts'
import { measureJobs, measureOutcomes } from './jobs/metrics.ts'
import { type JobOutcome, startPeriodic } from './jobs/periodic.ts'
import { openJobTurns } from './jobs/turns.ts'
import { noticeJobs } from './notices/notice-jobs.ts'
import { recordNotices } from './notices/record-notices.ts'
import { startNoticeDelivery } from './notice-delivery.ts'
import { deleteExpiredSealedAnswers } from './partners/api/kept-answers/store.ts'
import { deleteExpiredProtocolArtifacts } from './partners/authorization/store.ts'
import { developerJobs } from './partners/developer-jobs.ts'
import { measurePrograms } from './partners/programs/metrics.ts'
import { eventLogJob, grantJobs, wakeEventLog } from './partners/log/event-log.ts'
import type { ProcessDependencies } from './portal-process.ts'
import { openProcessBus } from './process-bus.ts'
import { jobDatabaseSettings } from './process-database.ts'
import type { Closing } from './process-end.ts'
import { receiptsOf } from './receipts.ts'
import { createDamageRecorder } from './telemetry/damage.ts'
import { measurePacking } from './telemetry/metrics.ts'
import { startWebhooks } from './webhook-delivery.ts'

/**
 * The database connections that one export file needs: one claims the file, the others read the data of its package.
 */
const connectionsPerFile = 4

const erasureIntervalMs = 60_000

/**
 * The time for which bus messages are stored. A subscriber that was disconnected for longer reads all its data again.
 */
const busMessagesKeptMs = 10 * 60_000

/**
 * The interval at which notices about accesses are made. The bus updates open pages at once, so a notice may come
 * later.
 */
const accessEventsEveryMs = 2_000

/** Starts the role `jobs`: scheduled work, and the files of exports. Returns a function that stops it. */
export async function startJobsProcess({
  config,
  database,
  brands,
  clock,
  log,
  registry,
  probes,
}: ProcessDependencies): Promise<Closing> {
  const bus = await openProcessBus({ config, database, log, registry })
  const files = await openFileStore(config.exportStore)
  await prepareStore(files, { pool: database.pool, log })
  const exporting = openForExports(config.sessionAddress.url)
  const { pool } = exporting
  const onDamaged = createDamageRecorder(registry, log)
  const packageDependencies = {
    pool,
    onDamaged,
    brandOf: (id: string) => (brands.brands.get(id) ?? brands.defaultBrand).settings,
  }
  const receipts = receiptsOf(config, brands)
  const exports = await startExports({
    pool,
    files,
    bus,
    clock,
    log,
    metrics: createExportMetrics(registry),
    write: async (request, target) =>
      request.source === 'PERSON'
        ? writePersonalData(packageDependencies, request, target)
        : writePackage(packageDependencies, request, target),
  })
  const measuring = { pool: database.pool, clock }
  measureOpenFiles(registry, measuring)
  measurePartitions(registry, measuring)
  measurePacking(registry, measuring)
  measurePrograms(registry, measuring)
  const measured = measureJobs(registry, clock.now)
  const countOutcome = measureOutcomes(registry, clock.now)
  const health = createJobHealth()
  probes.push(health.probe)
  const turns = openJobTurns(database.pool)
  const periodic = {
    turns,
    log,
    onOutcome: (name: string, outcome: JobOutcome) => {
      countOutcome(name, outcome)
      if (outcome !== 'failed') health.recordSuccess()
    },
  }
  const jobs = startJobs({
    ...periodic,
    pool: database.pool,
    measured,
    bus,
    clock,
    isPacking: config.isPackingTelemetry,
    onDamaged,
    cleanSessions: clean,
    cleanExports: async () => cleanUpExports({ pool, files, bus, clock }),
  })
  const erasures = startPeriodic(periodic, measured({ name: 'erasures', everyMs: erasureIntervalMs, run: erase }))
  const channels = { mail: config.mail !== null, push: config.webPush !== null }
  const recording = { pool: database.pool, bus, clock, channels, noticeTimes: config.noticeTimes }
  const findEmergencies = createFindEmergencies(await readSampleCatalogue())
  const accessDependencies: AccessEventDependencies = {
    ...recording,
    recordNotices: async (transaction, recorded, now) => recordNotices(transaction, { bus, channels, now }, recorded),
  }
  const everyMs = accessEventsEveryMs
  const accessJobs = [
    { name: 'access', everyMs, run: async () => handleAccessEvents(accessDependencies) },
    {
      name: 'takeovers',
      everyMs,
      run: async () => handleTakeovers({ ...accessDependencies, recordReceipt: receipts.record }),
    },
  ]
  const endWebhooks = startWebhooks({ config, pool: database.pool, clock, log, registry })
  const ofDeveloper = { gatewayId: null, brand: brands.defaultBrand.settings.id }
  const notices = [
    ...noticeJobs({ ...recording, findEmergencies, consentVersion: config.consentVersion }),
    ...accessJobs,
    ...grantJobs({ pool: database.pool, bus, clock, recordReceipt: receipts.record }),
    ...developerJobs({
      pool: database.pool,
      clock,
      recordNotices: async (transaction, recorded, now) => {
        const complete = recorded.map((one) => ({ ...one, ...ofDeveloper }))
        await recordNotices(transaction, { bus, channels, now }, complete)
      },
    }),
  ].map((job) => startPeriodic(periodic, measured(job)))
  const eventLog = startPeriodic(periodic, measured(eventLogJob({ pool: database.pool, clock })))
  const waking = await wakeEventLog(bus, eventLog)
  const endDelivery = await startNoticeDelivery({ config, brands, log, registry }, recording)
  return async () => {
    waking.close()
    await Promise.all([endDelivery(), endWebhooks(), eventLog.stop()])
    await Promise.all([jobs.stop(), erasures.stop(), exports.stop(), ...notices.map((job) => job.stop())])
    await turns.close()
    await exporting.close()
    await bus.close()
  }

  async function erase(): Promise<void> {
    await eraseDuePeople({ pool: database.pool, bus, clock, recordReceipt: receipts.recordWithoutName })
  }

  async function clean(): Promise<void> {
    await cleanSessions({ pool: database.pool, clock })
    await deleteExpiredProtocolArtifacts(database.pool, new Date(clock.now()))
    await deleteExpiredSealedAnswers(database.pool, new Date(clock.now() - answersKeptMs))
    await deleteExpiredRateLimits(database.pool, clock.now())
    await deleteExpiredLinks({ pool: database.pool, clock })
    await deleteEndedTakeovers({ pool: database.pool, clock })
    await deleteKeptMessages(database.pool, new Date(clock.now() - busMessagesKeptMs))
  }
}

/** Opens a database without a statement timeout, because reading years of telemetry takes long. */
function openForExports(url: string): Database {
  return openDatabase(url, { ...jobDatabaseSettings, max: filesAtOnce * connectionsPerFile, statementTimeoutMs: 0 })
}
