import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { unpackCeph } from '../interop/ceph/unpack-ceph.ts'
import { type CephServer, startCeph } from '../interop/ceph/ceph-server.ts'
import { findFreePorts } from '../../scripts/free-ports.ts'

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
  const root = await unpackCeph(folder)
  const first = await findFreePorts(3)
  const ports = { monitor: first, oldMonitor: first + 1, gateway: first + 2 }
  const ceph = await startCeph({ folder: join(folder, 'ceph'), root, ports })
  const credentials = { accessKeyId: 'portal-exports', secretAccessKey: randomBytes(18).toString('hex') }
  try {
    await makeBucket(ceph, credentials)
  } catch (error) {
    await ceph.stop()
    throw error
  }
  const ofUser = ['--quota-scope=user', `--uid=${user}`]
  return {
    env: {
      EXPORT_STORE: `s3:${bucket}/portal?region=${region}&pathStyle=1&endpoint=${ceph.endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    fill: async () => {
      await ceph.administer('quota', 'set', ...ofUser, '--max-size=1')
      await ceph.administer('quota', 'enable', ...ofUser)
    },
    empty: async () => ceph.administer('quota', 'disable', ...ofUser),
    stop: ceph.stop,
  }
}

type Credentials = { accessKeyId: string; secretAccessKey: string }

async function makeBucket(ceph: CephServer, credentials: Credentials): Promise<void> {
  const { accessKeyId, secretAccessKey } = credentials
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  await ceph.administer('user', 'create', `--uid=${user}`, '--display-name=Portal', ...keys)
  const client = new S3Client({ region, endpoint: ceph.endpoint, forcePathStyle: true, credentials })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } finally {
    client.destroy()
  }
}
