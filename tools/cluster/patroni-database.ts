import { prepareEtcdServices } from './etcd.ts'
import { databaseMembers, loopbackMachines } from './cluster-machines.ts'
import type { ClusterDatabaseOptions, DatabaseLayers, PatroniOptions } from './database-layers.ts'
import { preparePatroniServices } from './patroni.ts'
import { preparePgbouncerService } from './pgbouncer.ts'
import { findPrograms, postgresTools } from './find-programs.ts'

/**
 * Prepares PostgreSQL under Patroni with etcd. The portal's requests go through PgBouncer, its sessions through
 * HAProxy to the primary.
 */
export async function preparePatroniDatabase(
  options: ClusterDatabaseOptions & Partial<PatroniOptions>,
): Promise<DatabaseLayers> {
  const programs = findPrograms(['etcd', 'patroni', 'postgres', 'initdb', 'pgbouncer'])
  const patroni = { machines: loopbackMachines, toolsOf: () => postgresTools, ...options }
  const { ports, accounts, machines } = patroni
  const { name, password } = accounts.portal
  const at = (port: number, host = '127.0.0.1'): string => `postgres://${name}:${password}@${host}:${port}/${name}`
  const primary = at(ports['database-primary'])
  return {
    layers: [
      { services: await prepareEtcdServices(programs.etcd, patroni) },
      { services: await preparePatroniServices(programs.patroni, patroni) },
      { services: [await preparePgbouncerService(programs.pgbouncer, patroni)] },
    ],
    urls: { url: at(ports.pgbouncer), sessionUrl: primary, hostUrl: primary },
    serverUrls: databaseMembers.map((member) => at(ports[`postgres-${member}`], machines.addressOf(member))),
    behindBalancer: machines,
  }
}
