import type { Readable } from 'node:stream'
import { api } from '#contract/api.ts'
import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { EndpointAdder, FileEndpointAdder } from '#server/http/endpoint-adder.ts'
import type { ByteRange, ServedFile } from '#server/http/send-file.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import type {
  ApplianceCaller,
  ApplianceChangeDependencies,
  AuthorisationDependencies,
} from '../authorise-appliance-call.ts'
import { type ConcurrencyLimits, createConcurrencyLimiter } from '../concurrency-limiter.ts'
import { readChartOfExport } from './chart/read-export-chart.ts'
import { listDataExports, requestExport } from './export-requests.ts'
import { findReadyExportFile } from './store.ts'

/** The store of finished files. `read` rejects if the store or the file is not available. */
export type ExportFileReader = { read(fileId: string, range: ByteRange): Promise<Readable> }

/**
 * The limit of charts that a process reads at the same time. A chart reads much data, and other requests also need
 * database connections.
 */
const chartTurns: ConcurrencyLimits = {
  maxConcurrent: 2,
  waiting: 20,
  waitingOfOne: 4,
  withinMs: 5_000,
  retryAfterMs: 5_000,
}

type DownloadDependencies = AuthorisationDependencies & {
  files: ExportFileReader
  recordDailyAct: RecordDailyAct
}

export type DataExportDependencies = ApplianceChangeDependencies & DownloadDependencies & { onDamaged: DamageRecorder }

export type EndpointAdders = { add: EndpointAdder; addFile: FileEndpointAdder }

/** Adds the endpoints for exports under the EU Data Act. Specification 7 and 15. */
export function addDataExportRoutes({ add, addFile }: EndpointAdders, dependencies: DataExportDependencies): void {
  add(api.listDataExports, async ({ caller, params }) =>
    listDataExports(dependencies, { gatewayId: params.applianceId, subject: caller }),
  )

  add(api.requestDataExport, async ({ caller, params, language, body }) =>
    requestExport(dependencies, { gatewayId: params.applianceId, subject: caller, language, body }),
  )

  addFile(api.downloadDataExport, async ({ caller, params }) =>
    openDownload(dependencies, { gatewayId: params.applianceId, fileId: params.fileId, subject: caller }),
  )

  const runLimited = createConcurrencyLimiter(chartTurns)
  add(api.readExportChart, async ({ caller, params, query }) =>
    readChartOfExport({ ...dependencies, runLimited }, { gatewayId: params.applianceId, subject: caller, query }),
  )
}

type DownloadRequest = ApplianceCaller & { fileId: string }

/**
 * Opens a finished file for the owner or co-owner who requested it, and records the download. Nobody can download a
 * file without signing in. Specification 15.4.
 * @throws Refusal `not-found`; `openRange` of the result throws `unavailable`
 */
async function openDownload(
  { database, persons, clock, files, recordDailyAct }: DownloadDependencies,
  { gatewayId, fileId, subject }: DownloadRequest,
): Promise<ServedFile> {
  const personId = await persons.personIdOf(subject)
  const file = await findReadyExportFile(database.pool, { gatewayId, fileId, personId, now: new Date(clock.now()) })
  if (!file) throw new Refusal('not-found')
  recordDailyAct({ kind: 'export-downloaded', gatewayId, personId, fileId })
  return { ...file, mediaType: 'application/zip', openRange: async (range) => readAvailable(files, fileId, range) }
}

async function readAvailable(files: ExportFileReader, fileId: string, range: ByteRange): Promise<Readable> {
  try {
    return await files.read(fileId, range)
  } catch (error) {
    throw new Refusal('unavailable', { cause: error })
  }
}
