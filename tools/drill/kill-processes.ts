import { setTimeout as pause } from 'node:timers/promises'
import { databaseMembers } from '../cluster/cluster-machines.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { DrillFault } from './drill-faults.ts'
import { readMemberPostmasterPid } from './find-primary-server.ts'
import { findPrimaryUrl } from './store.ts'

const startTimeoutMs = 60_000
const electionTimeoutMs = 90_000

/** Kills a process. Resolves when the process that replaces it is ready. */
export async function killProcess({ services }: RunningCluster, name: string): Promise<void> {
  const before = services.pidOf(name)
  services.signal(name, 'SIGKILL')
  await retryUntilTimeout(startTimeoutMs, async () => {
    if (services.pidOf(name) === before) throw new Error(`${name} is not started again.`)
  })
  // Retries, because another fault may kill the new process.
  await retryUntilTimeout(startTimeoutMs, async () => services.ready(name))
}

const portalNames = ['portal-1', 'portal-2', 'partners-1', 'partners-2', 'ingest-1', 'ingest-2', 'jobs-1', 'jobs-2']

/**
 * Creates the fault in which five random processes of the portal are killed, one after the other, at random moments.
 */
export function createFiveProcessesKilledFault(
  cluster: RunningCluster,
  choose: <Item>(items: readonly Item[]) => Item,
): DrillFault {
  return {
    name: 'five processes killed at random moments',
    kills: 5,
    happen: async () => {
      const killed: Promise<void>[] = []
      for (let kill = 0; kill < 5; kill += 1) {
        killed.push(killProcess(cluster, choose(portalNames)))
        await pause(500 + Math.random() * 2_000)
      }
      await Promise.all(killed)
    },
  }
}

const serviceNames = [
  ...portalNames,
  ...databaseMembers.flatMap((member) => [`nats-${member}`, `etcd-${member}`, `postgres-${member}`]),
  'pgbouncer',
  'haproxy',
  'issuer',
]

const turns = 2

/** Creates the fault in which each process of the cluster is killed twice, in random orders and at random moments. */
export function createEachProcessKilledFault(cluster: RunningCluster): DrillFault {
  const killers: (() => Promise<void>)[] = [
    ...serviceNames.map((name) => async () => killProcess(cluster, name)),
    ...databaseMembers.map((member) => async () => killPostmaster(cluster, `postgres-${member}`)),
  ]
  return {
    name: 'each process killed at random moments, twice',
    kills: turns * killers.length,
    happen: async () => {
      const last = killers.map(async () => {})
      for (let turn = 0; turn < turns; turn += 1) {
        for (const number of shuffle(killers.keys())) {
          await last[number]
          const killed = killers[number]?.() ?? Promise.resolve()
          // Does not ignore the error: the next kill of this process, or the end of the fault, awaits the promise.
          void killed.catch(() => undefined)
          last[number] = killed
          await pause(200 + Math.random() * 1_600)
        }
      }
      await Promise.all(last)
      await retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(cluster.serverUrls))
    },
  }
}

/** Kills a PostgreSQL server but not its Patroni. Resolves when Patroni has started the server again. */
async function killPostmaster(cluster: RunningCluster, name: string): Promise<void> {
  const before = await retryUntilTimeout(startTimeoutMs, async () => runningProcesses(cluster, name))
  process.kill(before, 'SIGKILL')
  await retryUntilTimeout(electionTimeoutMs, async () => {
    if (runningProcesses(cluster, name) === before) throw new Error(`The killed server of ${name} is still there.`)
  })
  await retryUntilTimeout(electionTimeoutMs, async () => cluster.services.ready(name))
}

function runningProcesses(cluster: RunningCluster, name: string): number {
  const pid = readMemberPostmasterPid(cluster, name)
  if (pid === undefined) throw new Error(`${name} has no server that runs.`)
  return pid
}

function shuffle(numbers: Iterable<number>): number[] {
  return [...numbers]
    .map((number) => ({ number, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ number }) => number)
}
