import { join } from 'node:path'
import { databaseMembers, type DatabaseMember } from '../cluster/cluster-machines.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { readPostmasterPid } from '../cluster/postmasters.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { findPrimaryUrl } from './store.ts'

type PrimaryServer = { name: string; member: DatabaseMember; postmaster: number; patroni: number }

const electionTimeoutMs = 90_000

/** Finds the current primary, with the process ids of its server and of its Patroni. */
export async function findPrimaryServer(cluster: RunningCluster): Promise<PrimaryServer> {
  const { services, serverUrls } = cluster
  const url = await retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(serverUrls))
  const member = databaseMembers.find((candidate) => serverUrls[candidate - 1] === url)
  if (!member) throw new Error('A server leads that is no member.')
  const name = `postgres-${member}`
  const postmaster = readMemberPostmasterPid(cluster, name)
  const patroni = services.pidOf(name)
  if (postmaster === undefined || patroni === undefined) throw new Error(`${name} leads and does not run.`)
  return { name, member, postmaster, patroni }
}

/** Returns the process id of a member's PostgreSQL server; undefined if the server does not run. */
export function readMemberPostmasterPid({ product }: RunningCluster, name: string): number | undefined {
  return readPostmasterPid(join(product.demo.dataDir, name, 'data/postmaster.pid'))
}
