import { mkdir, mkdtemp, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileStore } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'

const fileId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-files-test-'))
  await writeFile(join(folder, 'gateway-portal-exports'), '')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const pieces = (): Readable => Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')])

test('a file is found by its name only once it is complete, and only by its user account', async () => {
  const files = createLocalFileStore(folder)
  const draft = await files.begin(fileId)
  await pipeline(pieces(), draft.output)
  await expect(files.read(fileId, { start: 0, end: 12 })).rejects.toMatchObject({ reason: 'store-unavailable' })
  await draft.commit()
  expect((await buffer(await files.read(fileId, { start: 0, end: 12 }))).toString()).toBe('one two three')
  expect((await buffer(await files.read(fileId, { start: 4, end: 6 }))).toString()).toBe('two')
  expect((await stat(join(folder, '01', `${fileId}.zip`))).mode & 0o777).toBe(0o600)
})

test('the content is on the disk before the file gets its name', async () => {
  const files = createLocalFileStore(folder)
  const sync = vi.spyOn(await handlePrototype(), 'sync')
  const draft = await files.begin(fileId)
  await pipeline(pieces(), draft.output)
  expect(sync).toHaveBeenCalledTimes(1)
  await draft.commit()
  expect(sync).toHaveBeenCalledTimes(2)
})

test.each([
  ['ENOSPC', 'store-full'],
  ['EDQUOT', 'store-full'],
  ['EIO', 'store-unavailable'],
  ['ESTALE', 'store-unavailable'],
])('a write that fails with %s is reported as %s, and nothing of the draft remains', async (code, reason) => {
  const files = createLocalFileStore(folder)
  vi.spyOn(await handlePrototype(), 'appendFile').mockRejectedValue(Object.assign(new Error(code), { code }))
  const draft = await files.begin(fileId)
  await expect(pipeline(pieces(), draft.output)).rejects.toMatchObject({ name: 'FileStoreError', reason })
  await draft.discard()
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
})

test('beginning a file again drops the draft of a killed process, which can no longer be committed', async () => {
  const files = createLocalFileStore(folder)
  const [killed, other] = [await files.begin(fileId), await files.begin('another')]
  const draft = await files.begin(fileId)
  await pipeline(pieces(), draft.output)
  await draft.commit()
  await pipeline(Readable.from([Buffer.from('half')]), killed.output)
  await expect(killed.commit()).rejects.toMatchObject({ reason: 'store-unavailable' })
  expect(await readFile(join(folder, '01', `${fileId}.zip`), 'utf8')).toBe('one two three')
  await other.discard()
})

test('removing a file also removes its drafts, and removing a missing one does nothing', async () => {
  const files = createLocalFileStore(folder)
  const draft = await files.begin(fileId)
  await pipeline(pieces(), draft.output)
  await draft.commit()
  const second = await files.begin(fileId)
  second.output.destroy()
  await files.remove(fileId)
  await files.remove(fileId)
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['gateway-portal-exports'])
})

const lost = { reason: 'store-unavailable' }

async function expectLost(files: FileStore): Promise<void> {
  await expect(files.begin(fileId)).rejects.toMatchObject(lost)
  await expect(files.remove(fileId)).rejects.toMatchObject(lost)
  await expect(files.dropDrafts(new Date())).rejects.toMatchObject(lost)
  await expect(files.read(fileId, { start: 0, end: 1 })).rejects.toMatchObject(lost)
}

test('a lost folder is not used as an empty one', async () => {
  const files = createLocalFileStore(join(folder, 'mount'))
  await expectLost(files)
  await files.prepare({ files: false })
  await files.remove(fileId)
  await rm(join(folder, 'mount'), { recursive: true })
  await expectLost(files)
})

test('the empty mount point of a disk is not used as a store while files are expected', async () => {
  const mount = join(folder, 'mount')
  await mkdir(mount)
  const files = createLocalFileStore(mount)
  await expect(files.prepare({ files: true })).rejects.toMatchObject(lost)
  await expectLost(files)
  expect(await readdir(mount)).toEqual([])
  await rm(mount, { recursive: true })
  await expect(files.prepare({ files: true })).rejects.toMatchObject(lost)
  await expect(stat(mount)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder of a release without a marker file is used with its files', async () => {
  await rm(join(folder, 'gateway-portal-exports'))
  await mkdir(join(folder, '01'))
  await writeFile(join(folder, '01', `${fileId}.zip`), 'PK')
  const files = createLocalFileStore(folder)
  await files.prepare({ files: true })
  await files.prepare({ files: true })
  expect((await buffer(await files.read(fileId, { start: 0, end: 1 }))).toString()).toBe('PK')
})

async function handlePrototype() {
  const handle = await open(folder, 'r')
  await handle.close()
  return Object.getPrototypeOf(handle) as typeof handle
}
