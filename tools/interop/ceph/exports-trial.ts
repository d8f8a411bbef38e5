import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { expect } from '@playwright/test'
import { hourMs } from '#contract/durations.ts'
import { openFileStore } from '#server/exports/files/open-file-store.ts'
import type { FileStore } from '#server/exports/files/file-store.ts'
import { parseFileStoreSetting } from '#server/exports/files/file-store-setting.ts'
import type { Trial } from '../trial.ts'
import { type CephServer, startCeph } from './ceph-server.ts'

const bucket = 'exports'
const region = 'default'
const mebibyte = 1024 * 1024
const account = { id: 'portal', access: 'portal-access-key', secret: 'portal-secret-key' }

type StoreTrial = Trial & { ceph: CephServer; files: FileStore; client: S3Client }

/** Tests the portal's export store with Ceph's S3 object store. */
export async function runExportsTrial(begun: Trial): Promise<void> {
  const trial = await open(begun)
  await tryFiles(trial)
  await tryDrafts(trial)
  await tryRemoval(trial)
  await tryChecksums(trial)
  await tryWithout(trial)
  await tryFull(trial)
}

async function open(trial: Trial): Promise<StoreTrial> {
  const { folder, printLine, runAtEnd } = trial
  const begunAt = performance.now()
  const ceph = await startCeph(folder)
  runAtEnd(ceph.stop)
  printLine(`Ceph took ${((performance.now() - begunAt) / 1000).toFixed(1)} s to start.`)
  signIn(account.secret)
  await ceph.createUser(account.id, account)
  const client = new S3Client({ region, endpoint: ceph.endpoint, forcePathStyle: true })
  runAtEnd(async () => client.destroy())
  const files = await storeAt(ceph)
  await expect(files.prepare({ files: false })).rejects.toMatchObject({ reason: 'store-unavailable' })
  trial.printPassed('a missing bucket stops the start with an error')
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  await files.prepare({ files: false })
  return { ...trial, ceph, files, client }
}

/** Sets the AWS credentials in the environment, as an operator does. */
function signIn(secret: string): void {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: account.access, AWS_SECRET_ACCESS_KEY: secret })
}

async function storeAt({ endpoint }: CephServer): Promise<FileStore> {
  const setting = parseFileStoreSetting(`s3:${bucket}/portal?region=${region}&pathStyle=1&endpoint=${endpoint}`)
  if (!setting) throw new Error('The setting of the store is wrong.')
  return openFileStore(setting)
}

/** Returns a stream that has the data in pieces of 1 MiB. */
function streamOf(data: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(data.length / mebibyte) }, (_, piece) =>
    data.subarray(piece * mebibyte, (piece + 1) * mebibyte),
  )
  return Readable.from(pieces)
}

async function putFile({ files }: StoreTrial, fileId: string, data: Buffer): Promise<void> {
  const draft = await files.begin(fileId)
  await pipeline(streamOf(data), draft.output)
  await draft.commit()
}

async function tryFiles(trial: StoreTrial): Promise<void> {
  for (const size of [0.1, 40]) {
    const data = randomBytes(size * mebibyte)
    const fileId = randomUUID()
    await putFile(trial, fileId, data)
    const read = await buffer(await trial.files.read(fileId, { start: 0, end: data.length - 1 }))
    expect(read.equals(data)).toBe(true)
    const middle = await buffer(await trial.files.read(fileId, { start: 1000, end: 1999 }))
    expect(middle.equals(data.subarray(1000, 2000))).toBe(true)
    trial.printPassed(`a file of ${size} MiB is kept, and read whole and in parts`)
  }
}

async function tryDrafts(trial: StoreTrial): Promise<void> {
  const { files, client } = trial
  const before = await storedFiles(trial)
  const draft = await files.begin(randomUUID())
  async function* failing() {
    for (let piece = 0; piece < 20; piece += 1) yield randomBytes(mebibyte)
    throw new Error('no more')
  }
  await expect(pipeline(Readable.from(failing()), draft.output)).rejects.toThrow('no more')
  await draft.discard()
  expect(await storedFiles(trial)).toEqual(before)
  trial.printPassed('a file that fails in the middle leaves no object and no parts')
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: `portal/${randomUUID()}.zip` }))
  await files.dropDrafts(new Date(Date.now() - hourMs))
  expect((await storedFiles(trial)).drafts).toBe(1)
  await files.dropDrafts(new Date(Date.now() + hourMs))
  expect(await storedFiles(trial)).toEqual(before)
  trial.printPassed('parts that a killed process left are dropped by their age')
}

async function storedFiles({ client }: StoreTrial): Promise<{ objects: number; drafts: number }> {
  const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  return { objects: KeyCount, drafts: Uploads.length }
}

async function tryRemoval(trial: StoreTrial): Promise<void> {
  const { files } = trial
  const fileId = randomUUID()
  await putFile(trial, fileId, randomBytes(mebibyte))
  await files.remove(fileId)
  await files.remove(fileId)
  await expect(files.read(fileId, { start: 0, end: 1 })).rejects.toMatchObject({ reason: 'store-unavailable' })
  trial.printPassed('a file is removed, and removing it again does no harm')
}

/** Prints whether Ceph accepts the checksums that the SDK sends by default, and that the portal turns off. */
async function tryChecksums({ client, printLine }: StoreTrial): Promise<void> {
  const command = new PutObjectCommand({ Bucket: bucket, Key: 'other/with-checksum', Body: randomBytes(1000) })
  const answer = await client.send(command).then(
    () => 'takes',
    (error: Error) => `refuses (${error.name})`,
  )
  printLine(`This store ${answer} what the SDK sends by default, CRC checksums included.`)
}

async function tryWithout(trial: StoreTrial): Promise<void> {
  const { ceph, files } = trial
  signIn('another-secret')
  const stranger = await storeAt(ceph)
  await expect(stranger.prepare({ files: true })).rejects.toMatchObject({ reason: 'store-unavailable' })
  signIn(account.secret)
  trial.printPassed('a wrong key is reported as an unavailable store')
  const draft = await files.begin(randomUUID())
  await ceph.stopGateway()
  const writing = pipeline(streamOf(randomBytes(20 * mebibyte)), draft.output)
  await expect(writing).rejects.toMatchObject({ reason: 'store-unavailable' })
  await ceph.startGateway()
  await draft.discard()
  await putFile(trial, randomUUID(), randomBytes(mebibyte))
  trial.printPassed('a store that goes away fails the file under way, and takes the next when it is back')
}

async function tryFull(trial: StoreTrial): Promise<void> {
  const { ceph, files } = trial
  await ceph.limitUser(account.id, mebibyte)
  const draft = await files.begin(randomUUID())
  await expect(pipeline(streamOf(randomBytes(20 * mebibyte)), draft.output)).rejects.toMatchObject({
    reason: 'store-full',
  })
  await draft.discard()
  trial.printPassed('a full store is reported as full, and no part of the file stays')
}
