import type { Registry } from 'prom-client'
import { minuteMs } from '#contract/durations.ts'
import type { AccessEventDependencies } from './appliances/access/access-notice.ts'
import { deleteExpiredLinks, handleAccessEvents } from './appliances/access/handle-access-events.ts'
import {
  deleteTakeoversPastRetention,
  advanceOpenTakeovers,
} from './appliances/access/takeover/advance-open-takeovers.ts'
import type { Config } from './config.ts'
import { deleteStoredMessages } from './live/bus/nats/store.ts'
import { type Database, openDatabase } from './database/database.ts'
import { registerTelemetryPartitionMetric } from './database/metrics.ts'
import { deleteExpiredRateLimitCounters } from './database/store.ts'
import { eraseDuePeople } from './person-erasure.ts'
import { cleanUpExports } from './exports/clean-up-exports.ts'
import { maxExportFilesPerProcess, startExportWorkers } from './exports/export-workers.ts'
import { openFileStore, prepareFileStore } from './exports/files/open-file-store.ts'
import { createExportMetrics, registerOldestExportAgeMetric } from './exports/metrics.ts'
import { writePackage } from './exports/package/write-package.ts'
import { writePersonalData } from './exports/package/personal/write-personal-data.ts'
import { createEmergencyFinder } from './faults/emergency-finder.ts'
import { readSampleCatalogue } from './faults/sample-catalogue.ts'
import { deleteExpiredSignInData } from './identity/session/delete-expired-sign-in-data.ts'
import { storedAnswerLifetimeMs } from './http/kept-answers/idempotent-request-runner.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createJobHealth } from './jobs/job-health.ts'
import { createJobSuccessRecorder, createJobOutcomeCounter } from './jobs/metrics.ts'
import { type PeriodicJob, type JobOutcome, startPeriodicJob } from './jobs/periodic-job.ts'
import { openJobLocks } from './jobs/job-locks.ts'
import { createNoticeJobs } from './notices/notice-jobs.ts'
import { recordNotices } from './notices/record-notices.ts'
import { startNoticeDelivery } from './notice-delivery.ts'
import { deleteExpiredSealedAnswers } from './partners/api/kept-answers/store.ts'
import { deleteExpiredProtocolArtifacts } from './partners/authorization/store.ts'
import { createDeveloperJobs } from './partners/developer-jobs.ts'
import { registerProgramGauge } from './partners/programs/metrics.ts'
import {
  createEventLogJob,
  createGrantAndRetentionJobs,
  wakeEventLogJobOnChanges,
} from './partners/log/event-log-jobs.ts'
import type { PortalProcessDependencies } from './portal-process.ts'
import type { Bus } from './live/bus/bus.ts'
import { openProcessBus } from './process-bus.ts'
import { jobDatabaseSettings } from './process-database.ts'
import type { StopFunction } from './process-end.ts'
import { createPortalReceiptRecorder } from './portal-receipt-recorder.ts'
import { type DamageRecorder, createDamageRecorder } from './telemetry/damage-recorder.ts'
import { registerPackingGauges } from './telemetry/metrics.ts'
import { startWebhookDelivery } from './webhook-delivery.ts'
import type { Services } from './services.ts'

/**
 * The database connections that one export file needs: one claims the file, the others read the data of its package.
 */
const connectionsPerFile = 4

const erasureIntervalMs = minuteMs

/** The time for which bus messages are stored, so that polls of the database can find them. */
const busMessagesKeptMs = 10 * minuteMs

/**
 * The interval in ms at which notices about accesses are made. The bus updates open pages immediately, so a notice may
 * come later.
 */
const accessEventsEveryMs = 2_000

/** Starts the role `jobs`: scheduled work, and the files of exports. Returns a function that stops it. */
export async function startJobsProcess(dependencies: PortalProcessDependencies): Promise<StopFunction> {
  const { config, database, brands, clock, log, registry } = dependencies
  const { pool } = database
  const bus = await openProcessBus({ config, database, log, registry })
  const resources: JobResources = {
    pool,
    bus,
    clock,
    receipts: createPortalReceiptRecorder(config, brands),
    onDamaged: createDamageRecorder(registry, log),
  }
  const exportResources = await startExporting(dependencies, resources)
  measureStores(registry, { pool, clock })
  const turns = openJobLocks(pool)
  const jobMeasurer = createJobSuccessRecorder(registry, clock.now)
  const periodic = { turns, log, onOutcome: outcomeRecorder(dependencies) }
  const jobs = startJobs({
    ...periodic,
    pool,
    bus,
    clock,
    onDamaged: resources.onDamaged,
    measured: jobMeasurer,
    cleanSessions: async () => clean(resources),
    cleanExports: async () => cleanUpExports({ pool: exportResources.pool, files: exportResources.files, bus, clock }),
  })
  const channels = { mail: config.mail !== null, push: config.webPush !== null }
  const recordingServices = { pool, bus, clock, channels, noticeTimes: config.noticeTimes }
  const others = [
    erasureJob(resources),
    ...(await noticeJobsOf(dependencies, recordingServices)),
    ...accessJobs(recordingServices, resources),
    ...createGrantAndRetentionJobs({ pool, bus, clock, recordReceipt: resources.receipts.record }),
    ...developerJobsOf(dependencies, recordingServices),
  ].map((job) => startPeriodicJob(periodic, jobMeasurer(job)))
  const endWebhooks = startWebhookDelivery({ config, pool, clock, log, registry })
  const eventLog = startPeriodicJob(periodic, jobMeasurer(createEventLogJob({ pool, clock })))
  const busSubscription = await wakeEventLogJobOnChanges(bus, eventLog)
  const endDelivery = await startNoticeDelivery({ config, brands, log, registry }, recordingServices)
  return async () => {
    busSubscription.close()
    await Promise.all([endDelivery(), endWebhooks(), eventLog.stop()])
    await Promise.all([jobs.stop(), exportResources.exports.stop(), ...others.map((job) => job.stop())])
    await turns.close()
    await exportResources.close()
    await bus.close()
  }
}

type JobResources = Pick<Services, 'pool' | 'clock'> & {
  bus: Bus
  receipts: ReturnType<typeof createPortalReceiptRecorder>
  onDamaged: DamageRecorder
}

/** Opens the file store and a database of its own for exports, and starts to make their files. */
async function startExporting(
  { config, brands, log, registry, database }: PortalProcessDependencies,
  { bus, clock, onDamaged }: JobResources,
) {
  const files = await openFileStore(config.exportStore)
  await prepareFileStore(files, { pool: database.pool, log })
  const { pool, close } = openForExports(config.sessionAddress.url)
  const packageDependencies = {
    pool,
    onDamaged,
    brandOf: (id: string) => (brands.brands.get(id) ?? brands.defaultBrand).settings,
  }
  const exports = await startExportWorkers({
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
  return { pool, files, exports, close }
}

function measureStores(registry: Registry, measuring: Pick<JobResources, 'pool' | 'clock'>): void {
  registerOldestExportAgeMetric(registry, measuring)
  registerTelemetryPartitionMetric(registry, measuring)
  registerPackingGauges(registry, measuring)
  registerProgramGauge(registry, measuring)
}

/** Counts the outcomes of jobs. A job that did not fail shows that the role is healthy. */
function outcomeRecorder({
  registry,
  clock,
  probes,
}: Pick<PortalProcessDependencies, 'registry' | 'clock' | 'probes'>) {
  const countOutcome = createJobOutcomeCounter(registry, clock.now)
  const health = createJobHealth()
  probes.push(health.probe)
  return (name: string, outcome: JobOutcome): void => {
    countOutcome(name, outcome)
    if (outcome !== 'failed') health.recordSuccess()
  }
}

function erasureJob({ pool, bus, clock, receipts }: JobResources): PeriodicJob {
  const run = async () => eraseDuePeople({ pool, bus, clock, recordReceipt: receipts.recordWithoutName })
  return { name: 'erasures', everyMs: erasureIntervalMs, run }
}

type Recording = Pick<JobResources, 'pool' | 'bus' | 'clock'> & {
  channels: { mail: boolean; push: boolean }
  noticeTimes: Config['noticeTimes']
}

async function noticeJobsOf(
  { config }: PortalProcessDependencies,
  recordingServices: Recording,
): Promise<PeriodicJob[]> {
  const findEmergencies = createEmergencyFinder(await readSampleCatalogue())
  return createNoticeJobs({ ...recordingServices, findEmergencies, consentVersion: config.consentVersion })
}

function accessJobs(recordingServices: Recording, { receipts }: JobResources): PeriodicJob[] {
  const { pool, bus, clock, channels } = recordingServices
  const dependencies: AccessEventDependencies = {
    pool,
    bus,
    clock,
    recordNotices: async (transaction, accessNotices, now) =>
      recordNotices(transaction, { bus, channels, now }, accessNotices),
  }
  const everyMs = accessEventsEveryMs
  const handleAll = async () => advanceOpenTakeovers({ ...dependencies, recordReceipt: receipts.record })
  return [
    { name: 'access', everyMs, run: async () => handleAccessEvents(dependencies) },
    { name: 'takeovers', everyMs, run: handleAll },
  ]
}

function developerJobsOf(
  { brands }: PortalProcessDependencies,
  { pool, bus, clock, channels }: Recording,
): PeriodicJob[] {
  const ofDeveloper = { gatewayId: null, brand: brands.defaultBrand.settings.id }
  return createDeveloperJobs({
    pool,
    clock,
    recordNotices: async (transaction, developerNotices, now) => {
      const complete = developerNotices.map((one) => ({ ...one, ...ofDeveloper }))
      await recordNotices(transaction, { bus, channels, now }, complete)
    },
  })
}

/**
 * Deletes expired rows: sessions, artifacts of the authorization server, stored answers, rate limit counters, links,
 * ended takeovers and bus messages.
 */
async function clean({ pool, clock }: JobResources): Promise<void> {
  await deleteExpiredSignInData({ pool, clock })
  await deleteExpiredProtocolArtifacts(pool, new Date(clock.now()))
  await deleteExpiredSealedAnswers(pool, new Date(clock.now() - storedAnswerLifetimeMs))
  await deleteExpiredRateLimitCounters(pool, clock.now())
  await deleteExpiredLinks({ pool, clock })
  await deleteTakeoversPastRetention({ pool, clock })
  await deleteStoredMessages(pool, new Date(clock.now() - busMessagesKeptMs))
}

/** Opens a database without a statement timeout, because reading years of telemetry takes long. */
function openForExports(url: string): Database {
  return openDatabase(url, {
    ...jobDatabaseSettings,
    max: maxExportFilesPerProcess * connectionsPerFile,
    statementTimeoutMs: 0,
  })
}
