import { join } from 'node:path'
import { unpackDebian } from '../../../scripts/debian.ts'

/** The programs of Ceph, each with its Debian package. */
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

/** Packages with modules that these programs load from the folder of the unpacked packages. */
const modules = ['ceph-mgr-modules-core']

/** Unpacks Ceph into `folder`/debian-ceph, once, and returns its path. */
export async function unpackCeph(folder: string): Promise<string> {
  return unpackDebian(join(folder, 'debian-ceph'), [...new Set(Object.values(packageOf)), ...modules])
}
