import { PassThrough, type Readable, Writable } from 'node:stream'
import { callbackify } from 'node:util'
import {
  AbortMultipartUploadCommand,
  type AbortMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchUpload,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { minuteMs } from '#contract/durations.ts'
import { type FileDraft, type FileStore, FileStoreError } from './file-store.ts'
import type { S3StoreSetting } from './file-store-setting.ts'

/** The size in bytes of a part of an upload. An upload holds up to `partsAtOnce` parts in memory. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2
const connectTimeoutMs = 5_000
const answerTimeoutMs = minuteMs

/**
 * Creates a store in a bucket of S3. Files are objects named `<prefix><id>.zip`. The AWS SDK finds the credentials. If
 * the setting has no region or endpoint, the SDK also finds this value.
 */
export function createS3FileStore({ bucket, prefix, region, endpoint, pathStyle }: S3StoreSetting): FileStore {
  const client = new S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    // Stores other than Amazon S3 may not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: answerTimeoutMs },
  })
  const objectOf = (fileId: string) => ({ Bucket: bucket, Key: `${prefix}${fileId}.zip` })

  async function reach(): Promise<void> {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, MaxUploads: 1 })
    await client.send(command, { abortSignal: AbortSignal.timeout(connectTimeoutMs) })
  }

  async function read(fileId: string, { start, end }: { start: number; end: number }): Promise<Readable> {
    const { Body } = await client.send(new GetObjectCommand({ ...objectOf(fileId), Range: `bytes=${start}-${end}` }))
    if (!Body) throw new Error('The store answered without a body')
    return Body as Readable
  }

  async function dropDrafts(isLeft: (draft: { key: string; begun: Date }) => boolean, under: string): Promise<void> {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: under }))
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Key === undefined || Initiated === undefined || !isLeft({ key: Key, begun: Initiated })) continue
      await abort({ Bucket: bucket, Key, UploadId })
    }
  }

  /**
   * Aborts an upload. Ignores that the upload no longer exists: its own process or another process may have aborted it
   * after it was listed.
   */
  async function abort(parts: AbortMultipartUploadCommandInput): Promise<void> {
    try {
      await client.send(new AbortMultipartUploadCommand(parts))
    } catch (error) {
      if (!(error instanceof NoSuchUpload)) throw error
    }
  }

  async function remove(fileId: string): Promise<void> {
    const object = objectOf(fileId)
    await dropDrafts(({ key }) => key === object.Key, object.Key)
    await client.send(new DeleteObjectCommand(object))
  }

  return {
    // The portal does not create buckets, because they cost the operator money.
    prepare: async () => inStore(reach),
    begin: async (fileId) =>
      inStore(async () => {
        const object = objectOf(fileId)
        await dropDrafts(({ key }) => key === object.Key, object.Key)
        return upload({ client, object, remove: async () => remove(fileId) })
      }),
    read: async (fileId, range) => inStore(async () => read(fileId, range)),
    remove: async (fileId) => inStore(async () => remove(fileId)),
    dropDrafts: async (before) => inStore(async () => dropDrafts(({ begun }) => begun < before, prefix)),
  }
}

type UploadDependencies = { client: S3Client; object: { Bucket: string; Key: string }; remove(): Promise<void> }

// Writes one object. The object appears only when its upload is complete, so completing the upload is the commit of
// the draft.
function upload({ client, object, remove }: UploadDependencies): FileDraft {
  const body = new PassThrough()
  const uploading = new Upload({
    client,
    params: { ...object, Body: body, ContentType: 'application/zip' },
    partSize: partBytes,
    queueSize: partsAtOnce,
  })
  const uploadPromise = uploading.done()
  const finish = async (): Promise<void> => {
    body.end()
    await inStore(async () => uploadPromise)
  }
  const output = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      if (body.write(chunk)) callback()
      else body.once('drain', callback)
    },
    final: (callback) => callbackify(finish)(callback),
    destroy: (error, callback) => {
      body.destroy()
      callback(error)
    },
  })
  uploadPromise.catch((error: unknown) => output.destroy(toStoreFailure(error)))
  return {
    output,
    commit: async () => void (await inStore(async () => uploadPromise)),
    discard: async () => {
      output.destroy()
      await uploading.abort()
      await Promise.allSettled([uploadPromise])
      await inStore(remove)
    },
  }
}

async function inStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}

const fullNames = /quota|storage-?full|insufficient-?(?:storage|capacity)/iu

function toStoreFailure(error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error
  const isFull = error instanceof S3ServiceException && fullNames.test(error.name)
  return new FileStoreError(isFull ? 'store-full' : 'store-unavailable', error)
}
