import { join } from 'node:path'
import { unpackDebian } from '../../../scripts/debian.ts'

/** The programs of Ceph that are started, each with the package of Debian that has it. */
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

/** What these programs read from the place that they are unpacked to. */
const modules = ['ceph-mgr-modules-core']

/** Unpacks Ceph into `folder`/debian-ceph, once. Answers where it is then. */
export async function unpackCeph(folder: string): Promise<string> {
  return unpackDebian(join(folder, 'debian-ceph'), [...new Set(Object.values(packageOf)), ...modules])
}
