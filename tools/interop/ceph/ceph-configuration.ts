import { libraryFolderIn } from '../../../scripts/debian-packages.ts'

export type CephPorts = { monitor: number; oldMonitor: number; gateway: number }

export type CephLocation = {
  /** The folder for Ceph's files. */
  folder: string
  /** The folder of the unpacked packages. */
  root: string
  ports: CephPorts
}

/** Returns the addresses of the monitor, for versions 2 and 1 of Ceph's protocol. */
export function monitorAddressOf({ monitor, oldMonitor }: CephPorts): string {
  return `[v2:127.0.0.1:${monitor}/0,v1:127.0.0.1:${oldMonitor}/0]`
}

/**
 * Returns the configuration of a minimal Ceph: one monitor, one manager and one copy of the data, in memory, only on
 * this machine. Connections between its services have no authentication, and therefore no encryption (`crc`).
 */
export function cephConfigurationOf({ folder, root, ports }: CephLocation, cluster: string): string {
  const libraries = libraryFolderIn(root)
  return `[global]
fsid = ${cluster}
mon host = ${monitorAddressOf(ports)}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
mon allow pool size one = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
mon data = ${folder}/mon
mgr data = ${folder}/mgr
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
mgr initial modules =
mgr module path = ${root}/usr/share/ceph/mgr
plugin dir = ${libraries}/ceph
erasure code dir = ${libraries}/ceph/erasure-code
osd class dir = ${libraries}/rados-classes
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
`
}
