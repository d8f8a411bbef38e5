import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadStream } from 'node:fs'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import type { DataExport, DataExportList } from '#contract/data-export.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import type { PackageWriter } from '#server/exports/create-export-file.ts'
import { type ExportWorkers, startExportWorkers } from '#server/exports/export-workers.ts'
import type { FileStore } from '#server/exports/files/file-store.ts'
import { createLocalFileStore } from '#server/exports/files/local-file-store.ts'
import { createExportMetrics } from '#server/exports/metrics.ts'
import { type TestRequest, createTestApi } from '#test/test-api.ts'
import type { EndpointAdder, FileEndpointAdder } from '#server/http/endpoint-adder.ts'
import {
  createIdempotentRunnerForPeople,
  createIdempotentRequestRunner,
} from '#server/http/kept-answers/idempotent-request-runner.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { createClaimThrottle } from '#server/appliances/claim/claim-throttle.ts'
import { addApplianceRoutes } from '#server/appliances/routes.ts'
import { claimBodyOf, registerTestGateways, registryKey, createTestApplianceStore } from '../appliances.ts'
import { addDataExportRoutes } from '#server/appliances/data-export/routes.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

/** The content of each file that `writeExportFileContent` writes. */
export const exportFileContent = Buffer.from('PK a package of data, as long as it takes to ask for parts of it')

export const writeExportFileContent: PackageWriter = async (_request, { output, onProgress }) => {
  onProgress(0.5)
  output.end(exportFileContent)
  return { rows: 3 }
}

const pollEveryMs = 20

/**
 * Creates a portal in which owners request exports by the API, with a real database and a folder for the files. Call
 * this function once in a test file.
 */
export async function createExportFixture() {
  const database = await createTestDatabase({ max: 10 })
  const folder = await mkdtemp(join(tmpdir(), 'exports-test-'))
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  const bus = createPostgresBus({ url: database.url, log })
  const time = { ms: Date.parse('2026-03-15T10:00:00Z') }
  const clock = { now: () => time.ms }
  const files = createLocalFileStore(join(folder, 'store'))
  await files.prepare({ files: false })
  const readStreams: ReadStream[] = []
  const read: FileStore['read'] = async (fileId, range) => {
    const stream = await files.read(fileId, range)
    readStreams.push(stream as ReadStream)
    return stream
  }
  const persons = createPersonDirectory(database)
  const addRoutes = (add: EndpointAdder, addFile: FileEndpointAdder) => {
    const dependencies = {
      database,
      persons,
      bus,
      clock,
      log,
      registryKey,
      files: { read },
      onDamaged: () => {},
      recordDailyAct: () => {},
      appliances: createTestApplianceStore({ db: database.pool, clock }),
      recordReceipt: createTestReceiptRecorder().record,
      throttle: createClaimThrottle(database.pool, log),
    }
    addApplianceRoutes(add, dependencies)
    addDataExportRoutes({ add, addFile }, dependencies)
  }
  const doOnce = createIdempotentRequestRunner({ pool: database.pool, clock, registryKey })
  const answerOnce = createIdempotentRunnerForPeople(doOnce, persons.personIdOf)
  const api = await createTestApi(addRoutes, { answerOnce })
  const running: ExportWorkers[] = []
  let serial = 500_000_000

  /**
   * Registers a gateway that these people add by the API; the first of them is its owner. Returns the id of the
   * gateway.
   */
  async function applianceOf(people: readonly string[]): Promise<string> {
    const added = String(serial++)
    await registerTestGateways(database, [added])
    const ids = []
    for (const as of people) {
      const answer = await api.send({ as, method: 'POST', url: '/api/2/connections', body: claimBodyOf(added) })
      expect(answer.statusCode).toBe(201)
      ids.push(answer.json<Connection>().id)
    }
    return ids[0] ?? ''
  }

  async function ask(as: string, id: string, body: unknown = { sources: ['HEATLYTICS'] }) {
    return api.send({ as, method: 'POST', url: `/api/2/eu-data-act/${id}/requests`, body })
  }

  async function asked(as: string, id: string, body?: unknown): Promise<DataExport> {
    const answer = await ask(as, id, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<DataExport>()
  }

  async function listed(as: string, id: string): Promise<DataExportList> {
    const answer = await api.send({ as, url: `/api/2/eu-data-act/${id}/requests` })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<DataExportList>()
  }

  /** Starts the job that writes the files of exports. `stopMaking` stops it. */
  async function makeFiles({
    write = writeExportFileContent,
    store = files,
  }: { write?: PackageWriter; store?: FileStore } = {}) {
    const metrics = createExportMetrics(new Registry())
    const { pool } = database
    const exports = await startExportWorkers({ pool, files: store, bus, clock, log, metrics, write, pollEveryMs })
    running.push(exports)
    return exports
  }

  async function stopMaking(): Promise<void> {
    await Promise.all(running.splice(0).map((exports) => exports.stop()))
  }

  /** Waits until no export request of the appliance is pending. Returns the newest request. */
  async function finished(as: string, id: string): Promise<DataExport> {
    await expect
      .poll(async () => (await listed(as, id)).items.map(({ state }) => state), { timeout: 10_000, interval: 20 })
      .not.toContain('NOT_READY')
    const [newest] = (await listed(as, id)).items
    if (!newest) throw new Error('There is no request')
    return newest
  }

  /** Requests an export as the owner `as`, and waits for the file. */
  async function readyFile(as: string, id: string, body?: unknown) {
    await makeFiles()
    await asked(as, id, body)
    const made = await finished(as, id)
    await stopMaking()
    const [file] = made.files
    if (!file) throw new Error('The request has no file')
    return { file, url: `/api/2/eu-data-act/${id}/files/${file.id}`, request: made }
  }

  return {
    database,
    bus,
    time,
    clock,
    folder,
    files,
    app: api.app,
    /** The streams of the files that downloads have opened. */
    opened: readStreams,
    applianceOf,
    ask,
    asked,
    listed,
    makeFiles,
    stopMaking,
    finished,
    readyFile,
    send: async (request: TestRequest) => api.send(request),
    close: async () => {
      await stopMaking()
      await api.app.close()
      await bus.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
