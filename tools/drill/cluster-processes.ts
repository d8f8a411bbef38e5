import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { databaseMembers, type DatabaseMember } from '../cluster/cluster-machines.ts'
import { portalServicesOf, type PortalServiceSettings } from '../cluster/portal-services.ts'
import { readPostmasterPid } from '../cluster/postmasters.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { findPrimaryUrl } from './store.ts'

/** The processes of the portal, in the order in which they are restarted. */
export const portalServiceNames = ['jobs', 'ingest', 'portal', 'partners'].flatMap((role) => [`${role}-1`, `${role}-2`])

const restartTimeoutMs = 60_000
const electionTimeoutMs = 90_000

/** Sends a signal that ends a process. Resolves when the process that replaces it is ready. */
export async function endProcess(
  { services }: RunningCluster,
  name: string,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  const before = services.pidOf(name)
  services.signal(name, signal)
  await retryUntilTimeout(restartTimeoutMs, async () => {
    if (services.pidOf(name) === before) throw new Error(`${name} is not started again.`)
  })
  // Retries, because another fault may kill the new process.
  await retryUntilTimeout(restartTimeoutMs, async () => services.ready(name))
}

/** Kills services, and starts them again after `ms`. Resolves when they are ready. */
export async function stopServicesFor(
  { services }: RunningCluster,
  names: readonly string[],
  ms: number,
): Promise<void> {
  for (const name of names) services.hold(name)
  await pause(ms)
  for (const name of names) services.release(name)
  for (const name of names) await services.ready(name)
}

/** Ends processes of the portal one after the other. Each time waits until the process that replaces it is ready. */
export async function restartInTurn(
  cluster: RunningCluster,
  names: readonly string[] = portalServiceNames,
): Promise<void> {
  for (const name of names) await endProcess(cluster, name, 'SIGTERM')
}

/**
 * Restarts processes of the portal one after the other with other settings, and with the additional variables `env`.
 */
export async function restartWithSettings(
  cluster: RunningCluster,
  settings: PortalServiceSettings,
  { names = portalServiceNames, env = {} }: { names?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  for (const service of portalServicesOf(settings).filter(({ name }) => names.includes(name)))
    cluster.services.replace({ ...service, env: { ...service.env, ...env } })
  await restartInTurn(cluster, names)
}

/** Waits until exactly one database server accepts writes, and returns its URL. */
export async function waitForPrimary({ serverUrls }: RunningCluster): Promise<string> {
  return retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(serverUrls))
}

type PrimaryServer = { name: string; member: DatabaseMember; postmaster: number; patroni: number }

/** Finds the current primary, with the process ids of its server and of its Patroni. */
export async function findPrimaryServer(cluster: RunningCluster): Promise<PrimaryServer> {
  const url = await waitForPrimary(cluster)
  const member = databaseMembers.find((candidate) => cluster.serverUrls[candidate - 1] === url)
  if (!member) throw new Error('A server leads that is no member.')
  const name = `postgres-${member}`
  const patroni = cluster.services.pidOf(name)
  if (patroni === undefined) throw new Error(`${name} leads and does not run.`)
  return { name, member, postmaster: findPostmaster(cluster, name), patroni }
}

/** Kills a PostgreSQL server but not its Patroni. Resolves when Patroni has started the server again. */
export async function killPostmaster(cluster: RunningCluster, name: string): Promise<void> {
  const before = await retryUntilTimeout(restartTimeoutMs, async () => findPostmaster(cluster, name))
  process.kill(before, 'SIGKILL')
  await retryUntilTimeout(electionTimeoutMs, async () => {
    if (findPostmaster(cluster, name) === before) throw new Error(`The killed server of ${name} is still there.`)
  })
  await retryUntilTimeout(electionTimeoutMs, async () => cluster.services.ready(name))
}

/** Returns the process id of a member's PostgreSQL server. @throws Error if the server does not run */
function findPostmaster({ product }: RunningCluster, name: string): number {
  const pid = readPostmasterPid(join(product.demo.dataDir, name, 'data/postmaster.pid'))
  if (pid === undefined) throw new Error(`${name} has no server that runs.`)
  return pid
}
