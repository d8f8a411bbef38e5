import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openFileStore } from './open-file-store.ts'
import { parseFileStoreSetting } from './file-store-setting.ts'
import { startTestBucket } from '#test/exports/test-bucket.ts'

const bucket = await startTestBucket('exports')
const setting = parseFileStoreSetting(`s3:exports/portal?region=eu-central-1&pathStyle=1&endpoint=${bucket.endpoint}`)
if (!setting) throw new Error('The setting is wrong')
const fileId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const key = `portal/${fileId}.zip`
const mebibyte = 1024 * 1024

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
})
afterEach(() => {
  bucket.failWith(null)
  bucket.objects.clear()
  bucket.uploads.clear()
  bucket.goneUploads.clear()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket.close()
})

const files = await openFileStore(setting)

/** Returns a stream of the bytes, in pieces of a mebibyte. */
function streamOf(data: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(data.length / mebibyte) }, (_, piece) =>
    data.subarray(piece * mebibyte, (piece + 1) * mebibyte),
  )
  return Readable.from(pieces)
}

test.each([0.1, 20])('a file of %d MiB exists once it is complete, and is read in parts', async (mebibytes) => {
  const data = randomBytes(mebibytes * mebibyte)
  const draft = await files.begin(fileId)
  await pipeline(streamOf(data), draft.output)
  await draft.commit()
  expect(bucket.objects.get(key)?.equals(data)).toBe(true)
  expect(bucket.uploads.size).toBe(0)
  expect(await buffer(await files.read(fileId, { start: 1000, end: 1999 }))).toEqual(data.subarray(1000, 2000))
})

test('a file that fails in the middle leaves no object and no parts', async () => {
  const draft = await files.begin(fileId)
  async function* failing() {
    for (let piece = 0; piece < 20; piece += 1) yield randomBytes(mebibyte)
    throw new Error('no more')
  }
  await expect(pipeline(Readable.from(failing()), draft.output)).rejects.toThrow('no more')
  await draft.discard()
  expect(bucket.objects.size).toBe(0)
  expect(bucket.uploads.size).toBe(0)
})

test.each([
  [{ status: 400, code: 'QuotaExceeded' }, 'store-full'],
  [{ status: 400, code: 'XMinioStorageFull' }, 'store-full'],
  [{ status: 404, code: 'NoSuchBucket' }, 'store-unavailable'],
  [{ status: 403, code: 'AccessDenied' }, 'store-unavailable'],
])('a store that answers %j is reported as %s', async (failure, reason) => {
  const draft = await files.begin(fileId)
  bucket.failWith(failure)
  await expect(pipeline(streamOf(randomBytes(mebibyte)), draft.output)).rejects.toMatchObject({ reason })
  bucket.failWith(null)
  await draft.discard()
  expect(bucket.objects.size).toBe(0)
})

test('a bucket that does not exist, or is forbidden, is reported at the start', async () => {
  await files.prepare({ files: true })
  bucket.failWith({ status: 404, code: 'NoSuchBucket' })
  await expect(files.prepare({ files: false })).rejects.toMatchObject({ reason: 'store-unavailable' })
})

test('parts of a killed process are dropped when the file is begun again, removed, or old', async () => {
  const left = () => bucket.uploads.set('left', { key, begun: new Date('2026-03-01T00:00:00Z'), parts: new Map() })
  left()
  await files.begin(fileId).then(async (draft) => draft.discard())
  expect(bucket.uploads.size).toBe(0)
  left()
  await files.remove(fileId)
  expect(bucket.uploads.size).toBe(0)
  left()
  await files.dropDrafts(new Date('2026-02-28T00:00:00Z'))
  expect(bucket.uploads.size).toBe(1)
  await files.dropDrafts(new Date('2026-03-02T00:00:00Z'))
  expect(bucket.uploads.size).toBe(0)
})

test('parts that another process drops at the same time cause no error', async () => {
  bucket.goneUploads.set('dropped', { key, begun: new Date('2026-03-01T00:00:00Z'), parts: new Map() })
  await files.begin(fileId).then(async (draft) => draft.discard())
  await files.dropDrafts(new Date('2026-03-02T00:00:00Z'))
  bucket.objects.set(key, Buffer.from('PK'))
  await files.remove(fileId)
  expect(bucket.objects.size).toBe(0)
})

test('a file is removed, and removing a missing one does nothing', async () => {
  bucket.objects.set(key, Buffer.from('PK'))
  await files.remove(fileId)
  await files.remove(fileId)
  expect(bucket.objects.size).toBe(0)
  await expect(files.read(fileId, { start: 0, end: 1 })).rejects.toMatchObject({ reason: 'store-unavailable' })
})

test('stores other than Amazon S3 get no checksums of the newer kinds', async () => {
  const draft = await files.begin(fileId)
  await pipeline(streamOf(randomBytes(9 * mebibyte)), draft.output)
  await draft.commit()
  const names = bucket.requests.flatMap(({ headers }) => Object.keys(headers))
  expect(names.filter((name) => /^x-amz-(?:checksum|sdk-checksum)|^content-encoding$/u.test(name))).toEqual([])
})
