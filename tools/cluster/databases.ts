import { etcdServices } from './etcd.ts'
import { databaseMembers, type Machines, type Member, onLoopback } from './machines.ts'
import type { DatabaseAccounts } from './passwords.ts'
import { patroniServices } from './patroni.ts'
import { pgbouncerService } from './pgbouncer.ts'
import type { ClusterPorts } from './ports.ts'
import { findPrograms, postgresTools } from './programs.ts'
import type { Service } from '../../scripts/processes/service.ts'
import { databaseUser } from './service-user.ts'

/** Services that start in parallel, after `prepare`. */
type Layer = { prepare?: () => Promise<void>; services: readonly Service[] }

/** Layers that start in sequence, and the URLs of their database. */
export type DatabaseLayers = {
  layers: readonly Layer[]
  urls: { url: string; sessionUrl: string; hostUrl: string }
  /** The URL of each server, primary or standby, for checks that do not use the product. */
  serverUrls: readonly string[]
  /** The servers behind HAProxy; undefined if there are none. */
  behindBalancer: Machines | undefined
}

export type DatabaseOptions = { folder: string; ports: ClusterPorts; accounts: DatabaseAccounts }

/** Options of a database under Patroni that only the whole drill uses. */
export type PatroniExtras = {
  machines?: Machines
  toolsOf?: (member: Member) => string
  archive?: (member: Member) => string
}

/** PostgreSQL under Patroni with etcd; requests come through PgBouncer, sessions through HAProxy to the primary. */
export async function patroniDatabase(
  { folder, ports, accounts }: DatabaseOptions,
  { machines = onLoopback, toolsOf = () => postgresTools, archive }: PatroniExtras = {},
): Promise<DatabaseLayers> {
  const programs = findPrograms(['etcd', 'patroni', 'postgres', 'initdb', 'pgbouncer'])
  const user = databaseUser()
  const shared = { folder, ports, accounts, user, machines, toolsOf, archive }
  const { name, password } = accounts.portal
  const at = (port: number, host = '127.0.0.1'): string => `postgres://${name}:${password}@${host}:${port}/${name}`
  const primary = at(ports['database-primary'])
  return {
    layers: [
      { services: await etcdServices({ ...shared, program: programs.etcd }) },
      { services: await patroniServices({ ...shared, program: programs.patroni }) },
      { services: [await pgbouncerService({ ...shared, program: programs.pgbouncer })] },
    ],
    urls: { url: at(ports.pgbouncer), sessionUrl: primary, hostUrl: primary },
    serverUrls: databaseMembers.map((member) => at(ports[`postgres-${member}`], machines.addressOf(member))),
    behindBalancer: machines,
  }
}
