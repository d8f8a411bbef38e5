import { etcdServices } from './etcd.ts'
import type { DatabaseAccounts } from './passwords.ts'
import { patroniServices } from './patroni.ts'
import { pgbouncerService } from './pgbouncer.ts'
import type { ClusterPorts } from './ports.ts'
import { findPrograms } from './programs.ts'
import type { Service } from './service.ts'
import { databaseUser } from './service-user.ts'

/** Services that start side by side, after what has to be done before. */
type Layer = { prepare?: () => Promise<void>; services: readonly Service[] }

/** Layers to start one after the other, and where the product finds the database then. */
export type DatabaseLayers = {
  layers: readonly Layer[]
  urls: { url: string; sessionUrl: string; hostUrl: string }
  /** Where each server is, whichever is the primary, for who looks past the product. */
  serverUrls: readonly string[]
  /** Whether HAProxy leads to the primary. */
  isBehindBalancer: boolean
}

export type DatabaseOptions = { folder: string; ports: ClusterPorts; accounts: DatabaseAccounts }

/** PostgreSQL under Patroni with etcd; requests come through PgBouncer, sessions through HAProxy to the primary. */
export async function patroniDatabase({ folder, ports, accounts }: DatabaseOptions): Promise<DatabaseLayers> {
  const programs = findPrograms(['etcd', 'patroni', 'postgres', 'initdb', 'pgbouncer'])
  const user = databaseUser()
  const shared = { folder, ports, accounts, user }
  const { name, password } = accounts.portal
  const at = (port: number): string => `postgres://${name}:${password}@127.0.0.1:${port}/${name}`
  const primary = at(ports['database-primary'])
  return {
    layers: [
      { services: await etcdServices(programs.etcd, folder, ports) },
      { services: await patroniServices({ ...shared, program: programs.patroni }) },
      { services: [await pgbouncerService({ ...shared, program: programs.pgbouncer })] },
    ],
    urls: { url: at(ports.pgbouncer), sessionUrl: primary, hostUrl: primary },
    serverUrls: [ports['postgres-1'], ports['postgres-2'], ports['postgres-3']].map(at),
    isBehindBalancer: true,
  }
}
