import { prepareEtcdServices } from './etcd.ts'
import { databaseMembers, type ClusterMachines, type DatabaseMember, loopbackMachines } from './cluster-machines.ts'
import type { DatabaseAccounts } from './passwords.ts'
import { preparePatroniServices } from './patroni.ts'
import { preparePgbouncerService } from './pgbouncer.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import { findPrograms, postgresTools } from './find-programs.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { findUnprivilegedUser } from './service-user.ts'

/** Services that start in parallel. `prepare` runs before they start. */
type Layer = { prepare?: () => Promise<void>; services: readonly ServiceSpec[] }

/** The layers of a database and its URLs. Each layer starts when the previous one is ready. */
export type DatabaseLayers = {
  layers: readonly Layer[]
  urls: { url: string; sessionUrl: string; hostUrl: string }
  /** The URL of each server, primary or standby, for checks that do not use the portal. */
  serverUrls: readonly string[]
  /**
   * The machines of the servers for which HAProxy balances connections; undefined if HAProxy does not balance the
   * database.
   */
  behindBalancer: ClusterMachines | undefined
}

export type ClusterDatabaseOptions = { folder: string; ports: ClusterPorts; accounts: DatabaseAccounts }

/** Options of a database under Patroni that only the whole drill uses, not the short one. */
export type PatroniDrillOptions = {
  machines?: ClusterMachines
  toolsOf?: (member: DatabaseMember) => string
  archive?: (member: DatabaseMember) => string
}

/**
 * Prepares PostgreSQL under Patroni with etcd. The portal's requests go through PgBouncer, its sessions through
 * HAProxy to the primary.
 */
export async function preparePatroniDatabase(
  { folder, ports, accounts }: ClusterDatabaseOptions,
  { machines = loopbackMachines, toolsOf = () => postgresTools, archive }: PatroniDrillOptions = {},
): Promise<DatabaseLayers> {
  const programs = findPrograms(['etcd', 'patroni', 'postgres', 'initdb', 'pgbouncer'])
  const user = findUnprivilegedUser()
  const shared = { folder, ports, accounts, user, machines, toolsOf, archive }
  const { name, password } = accounts.portal
  const at = (port: number, host = '127.0.0.1'): string => `postgres://${name}:${password}@${host}:${port}/${name}`
  const primary = at(ports['database-primary'])
  return {
    layers: [
      { services: await prepareEtcdServices({ ...shared, program: programs.etcd }) },
      { services: await preparePatroniServices({ ...shared, program: programs.patroni }) },
      { services: [await preparePgbouncerService({ ...shared, program: programs.pgbouncer })] },
    ],
    urls: { url: at(ports.pgbouncer), sessionUrl: primary, hostUrl: primary },
    serverUrls: databaseMembers.map((member) => at(ports[`postgres-${member}`], machines.addressOf(member))),
    behindBalancer: machines,
  }
}
