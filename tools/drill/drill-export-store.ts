import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startCeph } from '../interop/ceph/ceph-server.ts'

/** An S3 store that the drill can make full. */
export type DrillExportStore = {
  /** The settings with which the portal uses this store. */
  env: Readonly<Record<string, string>>
  /** Makes the store reject files as if it were full, until `empty` is called. */
  fill(): Promise<void>
  empty(): Promise<void>
  stop(): Promise<void>
}

const user = 'portal'
const bucket = 'exports'
const region = 'default'

/**
 * Starts the object store of Ceph with an empty bucket. Unpacks the Debian packages of Ceph into `folder` if they are
 * not there.
 */
export async function startDrillExportStore(folder: string): Promise<DrillExportStore> {
  const { endpoint, createUser, limitUser, stop } = await startCeph(folder)
  const keys = { access: 'portal-exports', secret: randomBytes(18).toString('hex') }
  const credentials = { accessKeyId: keys.access, secretAccessKey: keys.secret }
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials })
  try {
    await createUser(user, keys)
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    await stop()
    throw error
  } finally {
    client.destroy()
  }
  return {
    env: {
      EXPORT_STORE: `s3:${bucket}/portal?region=${region}&pathStyle=1&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: keys.access,
      AWS_SECRET_ACCESS_KEY: keys.secret,
    },
    fill: async () => limitUser(user, 1),
    empty: async () => limitUser(user, null),
    stop,
  }
}
