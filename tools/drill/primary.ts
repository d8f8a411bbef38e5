import { join } from 'node:path'
import { databaseMembers, type Member } from '../cluster/machines.ts'
import { tryFor } from '../cluster/try-for.ts'
import { readPostmasterPid } from '../cluster/postmasters.ts'
import type { Cluster } from '../cluster/topology.ts'
import { findPrimary } from './store.ts'

type PrimaryServer = { name: string; member: Member; postmaster: number; patroni: number }

const electionTimeoutMs = 90_000

/** Finds the current primary, with the process ids of its server and of its Patroni. */
export async function findPrimaryServer(cluster: Cluster): Promise<PrimaryServer> {
  const { services, serverUrls } = cluster
  const url = await tryFor(electionTimeoutMs, () => findPrimary(serverUrls))
  const member = databaseMembers.find((candidate) => serverUrls[candidate - 1] === url)
  if (!member) throw new Error('A server leads that is no member.')
  const name = `postgres-${member}`
  const postmaster = readMemberPostmasterPid(cluster, name)
  const patroni = services.pidOf(name)
  if (postmaster === undefined || patroni === undefined) throw new Error(`${name} leads and does not run.`)
  return { name, member, postmaster, patroni }
}

/** Returns the process id of a member's PostgreSQL server; undefined if the server does not run. */
export function readMemberPostmasterPid({ product }: Cluster, name: string): number | undefined {
  return readPostmasterPid(join(product.demo.dataDir, name, 'data/postmaster.pid'))
}
