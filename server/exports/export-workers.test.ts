import { mkdir, readdir, rename, rmdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { exportFileContent, createExportFixture, writeExportFileContent } from '#test/exports/export-fixture.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import type { PackageWriter } from './create-export-file.ts'
import { lockNextExportJob } from './export-workers.ts'
import { cleanUpExports } from './clean-up-exports.ts'
import { type FileStore, FileStoreError } from './files/file-store.ts'
import { isFileStoreContentExpected } from './store.ts'

const fixture = await createExportFixture()
const { database, bus, files, clock, time, send, asked, listed, applianceOf, makeFiles, stopMaking, finished } = fixture
const { pool } = database
const start = time.ms
const store = join(fixture.folder, 'store')

afterEach(async () => {
  vi.restoreAllMocks()
  await stopMaking()
  time.ms = start
  await pool.query('delete from data_export')
  await cleanUp()
})
afterAll(fixture.close)

const cleanUp = async () => cleanUpExports({ pool, files, bus, clock })

/** Returns the names of the files in the store, including drafts, but without the marker file. */
async function stored(): Promise<string[]> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && entry.name !== 'gateway-portal-exports' ? [entry.name] : []))
}

async function drafts(): Promise<string[]> {
  return readdir(join(store, 'drafts'))
}

/** Advances the clock until no file of the export is open, so that files that wait for a retry are retried. */
async function outlasted(as: string, id: string) {
  const timer = setInterval(() => (time.ms += 5_000), 50)
  try {
    return await finished(as, id)
  } finally {
    clearInterval(timer)
  }
}

async function watchMessages() {
  const busMessages: BusMessage[] = []
  const subscription = await bus.subscribe({
    onMessages: (messages) => void busMessages.push(...messages.filter(({ kind }) => kind === 'export')),
    onResync: () => {},
  })
  return { published: busMessages, close: () => subscription.close() }
}

test('a full disk makes an ERROR with its reason after a few attempts, and nothing of the file remains', async () => {
  const id = await applianceOf(['olga'])
  const full: FileStore = {
    ...files,
    begin: async (fileId) => {
      const draft = await files.begin(fileId)
      draft.output._write = (_chunk, _encoding, done) => done(new FileStoreError('store-full', new Error('ENOSPC')))
      return draft
    },
  }
  const begin = vi.spyOn(full, 'begin')
  await makeFiles({ store: full })
  await asked('olga', id)
  expect(await outlasted('olga', id)).toMatchObject({ state: 'ERROR', reason: 'store-full', progress: 100 })
  expect(begin).toHaveBeenCalledTimes(4)
  expect(await stored()).toEqual([])
})

test('a lost store makes an ERROR with its reason once it was lost for some time', async () => {
  const id = await applianceOf(['olga'])
  await rename(store, `${store}-away`)
  await makeFiles()
  await asked('olga', id)
  expect(await outlasted('olga', id)).toMatchObject({ state: 'ERROR', reason: 'store-unavailable' })
  await rename(`${store}-away`, store)
  expect(await stored()).toEqual([])
})

test('a store that returns in time gets the file', async () => {
  const id = await applianceOf(['olga'])
  const begin = vi.spyOn(files, 'begin')
  begin.mockRejectedValueOnce(new FileStoreError('store-unavailable', new Error('EIO')))
  await makeFiles()
  await asked('olga', id)
  expect(await outlasted('olga', id)).toMatchObject({ state: 'READY' })
})

test('an error while a file is made affects no other file and no other request', async () => {
  const [id, other] = [await applianceOf(['olga']), await applianceOf(['olga'])]
  const write: PackageWriter = async (request, target) => {
    if (request.source !== 'RST') return writeExportFileContent(request, target)
    target.output.write('PK half a')
    throw new Error('no package')
  }
  await makeFiles({ write })
  await asked('olga', id, { sources: ['RST', 'HCC'] })
  await asked('olga', other)
  const made = await outlasted('olga', id)
  expect(made).toMatchObject({ state: 'ERROR', reason: 'failed', files: [{ state: 'ERROR' }, { state: 'READY' }] })
  expect(made.files[0]).toMatchObject({ bytes: null, rows: null, sha256: null, expiresAt: null })
  expect(await finished('olga', other)).toMatchObject({ state: 'READY' })
  expect(await drafts()).toEqual([])
})

test('progress is stored and published a few times a second at most, and the end is published once', async () => {
  const id = await applianceOf(['olga'])
  const { published, close } = await watchMessages()
  const write: PackageWriter = async ({ requestedAt }, { output, onProgress }) => {
    expect(requestedAt).toEqual(new Date(start))
    const begun = performance.now()
    for (let elapsed = 0; elapsed < 1_000; elapsed = performance.now() - begun) {
      onProgress(elapsed / 1_000)
      await pool.query('select pg_sleep(0.002)')
    }
    output.end(exportFileContent)
    return { rows: 1 }
  }
  await makeFiles({ write })
  const { id: requestId } = await asked('olga', id)
  await finished('olga', id)
  await expect.poll(() => published.at(-1)).toMatchObject({ kind: 'export', requestId, state: 'READY', progress: 100 })
  close()
  const percents = published.map((message) => (message.kind === 'export' ? message.progress : -1))
  expect(percents).toEqual(percents.toSorted((one, next) => one - next))
  expect(percents.length).toBeGreaterThanOrEqual(3)
  expect(percents.length).toBeLessThanOrEqual(5)
})

test('several processes make each file once, and the last change of each request is READY', async () => {
  const { published, close } = await watchMessages()
  const ids = await Promise.all([1, 2, 3, 4].map(async () => applianceOf(['olga'])))
  const written: string[] = []
  const write: PackageWriter = async (request, target) => {
    written.push(`${request.gatewayId} ${request.source}`)
    await pool.query('select pg_sleep(0.01)')
    return writeExportFileContent(request, target)
  }
  await Promise.all([makeFiles({ write }), makeFiles({ write }), makeFiles({ write })])
  await Promise.all(ids.map(async (id) => asked('olga', id, { sources: ['HEATLYTICS', 'RST', 'HCC'] })))
  for (const id of ids) await finished('olga', id)
  await bus.publish(pool, [
    { kind: 'export', gatewayId: '', personId: '', requestId: 'last', state: 'READY', progress: 1 },
  ])
  await expect.poll(() => published.at(-1)).toMatchObject({ requestId: 'last' })
  close()
  const last = new Map(published.map((message) => [message.kind === 'export' && message.requestId, message]))
  expect([...last.values()].map((message) => message.kind === 'export' && message.state)).toEqual(
    ids.map(() => 'READY').concat('READY'),
  )
  expect(written).toHaveLength(12)
  expect(new Set(written).size).toBe(12)
})

test('a process that loses the connection with the lock of a file stops making it, and it is made again', async () => {
  const id = await applianceOf(['olga'])
  const stopped: unknown[] = []
  const write: PackageWriter = async (request, target) => {
    if (stopped.length > 0) return writeExportFileContent(request, target)
    const aborted = new Promise((resolve) => target.signal.addEventListener('abort', resolve))
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    await aborted
    stopped.push(target.signal.reason)
    throw new Error('stopped')
  }
  await makeFiles({ write })
  await asked('olga', id)
  expect(await finished('olga', id)).toMatchObject({ state: 'READY' })
  expect(stopped).toHaveLength(1)
  expect(await drafts()).toEqual([])
})

test('a process that ends regularly releases its file, and another begins it at once', async () => {
  const id = await applianceOf(['olga'])
  let begun = (): void => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const write: PackageWriter = async (_request, { signal }) => {
    begun()
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    return { rows: 0 }
  }
  await makeFiles({ write })
  await asked('olga', id)
  await hasBegun
  await stopMaking()
  expect((await listed('olga', id)).items[0]).toMatchObject({ state: 'NOT_READY' })
  expect((await pool.query('select starts, retry_at from data_export_file')).rows).toEqual([
    { starts: 0, retry_at: null },
  ])
  await makeFiles()
  expect(await finished('olga', id)).toMatchObject({ state: 'READY' })
})

test('a file that kills its process every time is not retried endlessly', async () => {
  const id = await applianceOf(['olga'])
  await asked('olga', id)
  const { rows } = await pool.query<{ id: string }>('update data_export_file set starts = 20 returning id')
  await writeFile(join(store, 'drafts', `${rows[0]?.id}.of-a-killed-process`), 'PK')
  await makeFiles()
  expect(await finished('olga', id)).toMatchObject({ state: 'ERROR', reason: 'failed' })
  expect(await drafts()).toEqual([])
})

test('a file whose process was killed a few times is retried after a growing pause', async () => {
  const id = await applianceOf(['olga'])
  await asked('olga', id)
  const client = await pool.connect()
  const pauses: number[] = []
  for (let kills = 0; kills < 20; kills += 1) {
    const startedAt = time.ms
    while ((await lockNextExportJob(client, new Date(time.ms))) === null) time.ms += 1_000
    pauses.push((time.ms - startedAt) / 1_000)
    await client.query('select pg_advisory_unlock_all()')
  }
  client.release()
  expect(pauses.slice(0, 8)).toEqual([0, 0, 0, 0, 2, 4, 8, 16])
  expect(Math.max(...pauses)).toBe(300)
})

test('when the owner removes the appliance, its file is no longer made and nothing of it remains', async () => {
  const id = await applianceOf(['olga'])
  let isStopped = false
  const write: PackageWriter = async (_request, { output, onProgress, signal }) => {
    await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
    output.write('PK half a')
    for (let share = 0; !signal.aborted; share += 0.001) {
      onProgress(share)
      await pool.query('select pg_sleep(0.002)')
    }
    isStopped = true
    throw new Error('stopped')
  }
  await makeFiles({ write })
  await asked('olga', id)
  await expect.poll(() => isStopped, { timeout: 10_000 }).toBe(true)
  await stopMaking()
  await cleanUp()
  expect(await stored()).toEqual([])
  expect((await pool.query('select from data_export_leftover')).rows).toEqual([])
})

test('a file that was finished at the moment when its owner left is removed', async () => {
  const id = await applianceOf(['olga'])
  const write: PackageWriter = async (request, target) => {
    await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
    await cleanUp()
    return writeExportFileContent(request, target)
  }
  await makeFiles({ write })
  await asked('olga', id)
  await expect.poll(async () => (await stored()).length).toBe(1)
  await stopMaking()
  await cleanUp()
  expect(await stored()).toEqual([])
})

test('after 30 days a file is EXPIRED and removed, and its owner is notified', async () => {
  const id = await applianceOf(['olga'])
  const { request } = await fixture.readyFile('olga', id)
  expect(await stored()).toHaveLength(1)
  time.ms = start + 30 * dayMs - 1
  await cleanUp()
  expect((await listed('olga', id)).items).toEqual([request])
  const { published, close } = await watchMessages()
  time.ms = start + 30 * dayMs
  expect((await listed('olga', id)).items[0]).toMatchObject({ state: 'EXPIRED', files: [{ state: 'EXPIRED' }] })
  await cleanUp()
  expect(await stored()).toEqual([])
  await expect.poll(() => published).toMatchObject([{ requestId: request.id, state: 'EXPIRED', progress: 100 }])
  close()
  expect((await listed('olga', id)).items[0]).toMatchObject({ state: 'EXPIRED' })
})

test('requests are deleted 90 days after they were made', async () => {
  const id = await applianceOf(['olga'])
  await fixture.readyFile('olga', id)
  time.ms = start + 90 * dayMs
  await cleanUp()
  expect((await listed('olga', id)).total).toBe(1)
  time.ms += 1
  await cleanUp()
  expect((await listed('olga', id)).total).toBe(0)
})

test('a removal that fails while the store is unreachable is repeated later', async () => {
  const id = await applianceOf(['olga'])
  await fixture.readyFile('olga', id)
  await pool.query('delete from data_export')
  await rename(store, `${store}-away`)
  await expect(cleanUp()).rejects.toThrow('store-unavailable')
  await mkdir(store)
  await expect(files.prepare({ files: await isFileStoreContentExpected(pool) })).rejects.toThrow('store-unavailable')
  await expect(cleanUp()).rejects.toThrow('store-unavailable')
  await rmdir(store)
  await rename(`${store}-away`, store)
  expect(await stored()).toHaveLength(1)
  await cleanUp()
  expect(await stored()).toEqual([])
})

test('drafts of killed processes are dropped after a day, younger ones stay', async () => {
  for (const fileId of ['old', 'young']) await files.begin(fileId).then(({ output }) => output.end())
  const [old] = (await drafts()).filter((name) => name.startsWith('old'))
  const before = new Date(start - dayMs - 1)
  await utimes(join(store, 'drafts', old ?? ''), before, before)
  await cleanUp()
  expect(await drafts()).toEqual([expect.stringMatching(/^young\./u)])
  await files.remove('young')
})
