import { join } from 'node:path'
import { fetchDebianPackages } from '../../../scripts/debian-packages.ts'

/** The programs of Ceph that the trial runs, and the Debian package of each. */
const packageOf = {
  'ceph-authtool': 'ceph-common',
  'ceph-mgr': 'ceph-mgr',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  monmaptool: 'ceph-base',
  radosgw: 'radosgw',
  'radosgw-admin': 'ceph-common',
} as const

export type CephProgram = keyof typeof packageOf

/** Debian packages with modules that the programs of Ceph load. */
const modules = ['ceph-mgr-modules-core']

/** Unpacks Ceph into `folder`/debian-ceph if it is not there. Returns that path. */
export async function unpackCeph(folder: string): Promise<string> {
  return fetchDebianPackages(join(folder, 'debian-ceph'), [...new Set(Object.values(packageOf)), ...modules])
}
