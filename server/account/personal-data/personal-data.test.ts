import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { exportFileRetentionDays } from '#contract/data-export.ts'
import { dayMs } from '#contract/durations.ts'
import { type PersonalData, personalDataList, maxPersonalDataRequestsPerDay } from '#contract/personal-data.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { cleanUpExports } from '#server/exports/clean-up-exports.ts'
import { startExportWorkers } from '#server/exports/export-workers.ts'
import { createLocalFileStore } from '#server/exports/files/local-file-store.ts'
import { createExportMetrics } from '#server/exports/metrics.ts'
import { testPackageBrand, readTestPackage } from '#test/exports/test-package.ts'
import { writePersonalData } from '#server/exports/package/personal/write-personal-data.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { silentLog } from '#server/log.ts'
import { addPersonalDataRoutes } from './routes.ts'

const database = await createTestDatabase({ max: 8 })
const { pool } = database
const folder = await mkdtemp(join(tmpdir(), 'personal-data-'))
const files = createLocalFileStore(join(folder, 'store'))
await files.prepare({ files: false })
const bus = createPostgresBus({ url: database.url, log: silentLog })
const time = { ms: Date.parse('2026-11-26T10:00:00Z') }
const clock = { now: () => time.ms }
const persons = createPersonDirectory(database)
const dependencies = { database, persons, clock, files, brandOfRequest: () => 'cedar' }
const api = await createTestApi((add, addFile) => addPersonalDataRoutes({ add, addFile }, dependencies))
const url = '/api/2/users/me/data'

afterAll(async () => {
  await api.app.close()
  await bus.close()
  await database.close()
  await rm(folder, { recursive: true })
})

/** The ids of two people. Each test has other people, because the ids of people are cached. */
let [ann, bob] = ['', '']
beforeEach(() => {
  ;[ann, bob] = [randomUUID(), randomUUID()]
})

const request = async (as: string) => api.send({ as, method: 'POST', url, language: 'de' })

async function listed(as: string): Promise<PersonalData[]> {
  const answer = await api.send({ as, url })
  expect(answer.statusCode).toBe(200)
  return personalDataList.parse(answer.json()).items
}

/** Runs the work of the role `jobs` until the newest file of this person is finished. */
async function make(as: string): Promise<void> {
  const exports = await startExportWorkers({
    pool,
    files,
    bus,
    clock,
    log: silentLog,
    metrics: createExportMetrics(new Registry()),
    pollEveryMs: 20,
    write: async (fileRequest, target) => {
      if (fileRequest.source !== 'PERSON') throw new Error('Not about a person')
      return writePersonalData({ pool, brandOf: () => testPackageBrand }, fileRequest, target)
    },
  })
  await expect.poll(async () => (await listed(as))[0]?.state, { timeout: 10_000, interval: 20 }).not.toBe('NOT_READY')
  await exports.stop()
}

const download = async (as: string, fileId: string | undefined) => api.send({ as, url: `${url}/${fileId}` })

test('a person requests all data about them, and downloads one ZIP', async () => {
  const asked = await request(ann)
  expect(asked.statusCode).toBe(202)
  expect(asked.json()).toMatchObject({ state: 'NOT_READY', name: 'my-data-2026-11-26.zip', bytes: null })
  expect((await download(ann, asked.json<PersonalData>().fileId)).statusCode).toBe(404)
  await make(ann)
  const [made] = await listed(ann)
  const expiresAt = new Date(time.ms + exportFileRetentionDays * dayMs).toISOString()
  expect(made).toMatchObject({ state: 'READY', expiresAt, reason: null })
  const answer = await download(ann, made?.fileId)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('my-data-2026-11-26.zip')
  const testPackage = await readTestPackage(answer.rawPayload)
  expect(JSON.parse(testPackage.get('account.json') ?? '')).toMatchObject([{ subject: ann }])
  expect(testPackage.get('README.html')).toContain('<html lang="de">')
})

test('nobody else lists or downloads the data of a person', async () => {
  await request(ann)
  await make(ann)
  const [made] = await listed(ann)
  await request(bob)
  expect((await download(bob, made?.fileId)).statusCode).toBe(404)
  expect((await listed(bob)).map(({ fileId }) => fileId)).not.toContain(made?.fileId)
  expect((await api.send({ url })).statusCode).toBe(401)
  expect((await api.send({ as: `${ann}-without-gateway.users`, method: 'POST', url })).statusCode).toBe(403)
})

test('while a request is under way, further ones answer it; in a day there are at most 5', async () => {
  const answers = await Promise.all([request(ann), request(ann), request(ann)])
  expect(new Set(answers.map((answer) => answer.json<PersonalData>().fileId)).size).toBe(1)
  for (let count = 1; count < maxPersonalDataRequestsPerDay; count += 1) {
    await pool.query(`update data_export_file set state = 'ERROR', reason = 'failed'`)
    time.ms += 60_000
    expect((await request(ann)).statusCode).toBe(202)
  }
  await pool.query(`update data_export_file set state = 'ERROR', reason = 'failed'`)
  const refused = await request(ann)
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(86_160, 0)])
  time.ms += dayMs
  expect((await request(ann)).statusCode).toBe(202)
})

test('the file is deleted after 30 days, and with its person', async () => {
  const store = join(folder, 'store')
  await request(ann)
  await make(ann)
  await request(bob)
  await make(bob)
  const [made] = await listed(ann)
  await pool.query(`delete from person where subject = '${bob}'`)
  await cleanUpExports({ pool, files, bus, clock })
  const kept = (await readdir(store, { recursive: true })).join('\n')
  expect(kept).toContain(made?.fileId)
  time.ms += exportFileRetentionDays * dayMs
  expect((await listed(ann))[0]).toMatchObject({ state: 'EXPIRED' })
  expect((await download(ann, made?.fileId)).statusCode).toBe(404)
  await cleanUpExports({ pool, files, bus, clock })
  expect((await readdir(store, { recursive: true })).join('\n')).not.toContain(made?.fileId)
})

test('an earlier owner sees each kept export, and may request their data as often as others', async () => {
  await keepExports(ann, 6)
  expect((await listed(ann)).map(({ isOfAppliance }) => isOfAppliance)).toEqual(Array.from({ length: 6 }, () => true))
  const requested = await request(ann)
  expect(requested.statusCode).toBe(202)
  expect(requested.json()).toMatchObject({ isOfAppliance: false, state: 'NOT_READY' })
})

test('a request that is under way answers the next one, also if many kept exports are newer', async () => {
  const { fileId } = (await request(ann)).json<PersonalData>()
  time.ms += 1_000
  await keepExports(ann, 20)
  expect((await request(ann)).json()).toMatchObject({ fileId })
})

/** Stores ready exports of an appliance that the person no longer owns. */
async function keepExports(as: string, count: number): Promise<void> {
  await pool.query(
    `with kept as (
       insert into data_export (person_id, from_day, to_day, sources, language, brand, created_at)
       select $1, '2026-11-01', '2026-11-02', '{HCC}', 'en', 'cedar', $2 from generate_series(1, $3) returning id
     )
     insert into data_export_file (export_id, source, name, state, bytes, rows, sha256, expires_at)
     select id, 'HCC', 'data.zip', 'READY', 1, 1, repeat('a', 64), $2::timestamptz + interval '1 day' from kept`,
    [await persons.personIdOf({ issuer: testIssuer, subject: as }), new Date(time.ms), count],
  )
}
