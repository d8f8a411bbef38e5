import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import type { ClusterMachines, DatabaseMember } from './cluster-machines.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { DatabaseAccounts } from './passwords.ts'

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

/** Options of a database under Patroni. The whole drill changes the default of each. */
export type PatroniOptions = ClusterDatabaseOptions & {
  machines: ClusterMachines
  /** Returns the folder of the PostgreSQL tools that the Patroni of this member calls. */
  toolsOf: (member: DatabaseMember) => string
  /** Returns the `archive_command` of a member; undefined if no member archives its log. */
  archive?: (member: DatabaseMember) => string
}
