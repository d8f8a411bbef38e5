import { setTimeout as pause } from 'node:timers/promises'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { killProcess } from './kill-processes.ts'
import { findPrimaryServer } from './find-primary-server.ts'
import { signalProcesses, findProcessTree } from './process-tree.ts'
import { restartInTurn, restartOrder } from './restart-in-turn.ts'
import { isServerAnswering, findPrimaryUrl, promoteStandby } from './store.ts'

/** A failure of the cluster that the drill can cause. */
export type DrillFault = {
  name: string
  /** The number of processes that the fault kills with SIGKILL. */
  kills?: number
  /** Causes the fault. Resolves when the fault is over: killed processes are ready again, and frozen processes run. */
  happen(): Promise<void>
}

/** Picks a random item, such as the process that a fault kills. */
export type PickRandom = <Item>(items: readonly Item[]) => Item

const portalNames = ['portal-1', 'portal-2'] as const
const partnersNames = ['partners-1', 'partners-2'] as const
const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const etcdNames = ['etcd-1', 'etcd-2', 'etcd-3'] as const
const electionMs = 90_000
const awayMs = 20_000
const identityAwayMs = 300_000

/** Creates the faults of the portal's processes and of HAProxy. */
export function createPortalFaults(cluster: RunningCluster, choose: PickRandom): DrillFault[] {
  const { services } = cluster
  const kill = (name: string, names: readonly string[]): DrillFault => ({
    name,
    kills: 1,
    happen: async () => killProcess(cluster, choose(names)),
  })
  return [
    kill('a process with api, push killed', portalNames),
    kill('a process with partners killed', partnersNames),
    kill('a process with ingest killed', ingestNames),
    kill('a process with jobs killed', jobsNames),
    {
      name: 'HAProxy reloaded',
      happen: async () => {
        services.signal('haproxy', 'SIGUSR2')
        await pause(2_000)
      },
    },
  ]
}

export function createIdentityAwayFault(cluster: RunningCluster): DrillFault {
  return {
    name: 'the identity provider away for 300 s',
    kills: 1,
    happen: async () => holdFor(cluster, ['issuer'], identityAwayMs),
  }
}

/** Creates the fault in which all processes of the portal restart one after the other. */
export function createRollingRestartFault(cluster: RunningCluster): DrillFault {
  return { name: 'all processes restarted in turn', happen: async () => restartInTurn(cluster, restartOrder) }
}

export function createNatsNodeKilledFault(cluster: RunningCluster): DrillFault {
  return { name: 'the NATS server killed', kills: 1, happen: async () => killProcess(cluster, 'nats-1') }
}

/** Creates the fault in which the primary is lost permanently and its standby is promoted manually. */
export function createStandbyPromotedFault({ services, serverUrls, asAdministrator }: RunningCluster): DrillFault {
  return {
    name: 'the primary lost, its standby promoted',
    happen: async () => {
      const [primary = '', standby = ''] = serverUrls
      services.hold(`postgres-1`)
      await retryUntilTimeout(10_000, async () => {
        if (await isServerAnswering(primary)) throw new Error('The primary still answers.')
      })
      await retryUntilTimeout(electionMs, () => promoteStandby(asAdministrator(standby)))
      await retryUntilTimeout(10_000, () => findPrimaryUrl(serverUrls))
    },
  }
}

export function createNatsFaults(cluster: RunningCluster, choose: PickRandom): DrillFault[] {
  const nodes = ['nats-1', 'nats-2', 'nats-3']
  return [
    { name: 'a NATS node killed', kills: 1, happen: async () => killProcess(cluster, choose(nodes)) },
    { name: 'all NATS nodes away for 5 s', kills: nodes.length, happen: async () => holdFor(cluster, nodes, 5_000) },
  ]
}

/** Creates the faults of a database under Patroni, of its pooler and of etcd. */
export function createPatroniFaults(cluster: RunningCluster, choose: PickRandom): DrillFault[] {
  const { services, serverUrls } = cluster
  const elected = async (): Promise<void> =>
    void (await retryUntilTimeout(electionMs, () => findPrimaryUrl(serverUrls)))
  return [
    {
      name: 'the primary killed',
      kills: 1,
      happen: async () => {
        const { postmaster } = await findPrimaryServer(cluster)
        process.kill(postmaster, 'SIGKILL')
        await pause(1_000)
        await elected()
      },
    },
    {
      name: "the primary's machine lost for 20 s",
      happen: async () => {
        const { name, postmaster } = await findPrimaryServer(cluster)
        services.hold(name)
        signalProcesses(findProcessTree(postmaster), 'SIGKILL')
        await pause(1_000)
        await elected()
        await pause(awayMs)
        services.release(name)
        await services.ready(name)
      },
    },
    {
      name: 'the primary frozen for 30 s, back as a second one',
      happen: async () => {
        const { postmaster, patroni } = await findPrimaryServer(cluster)
        const all = [...findProcessTree(patroni), ...findProcessTree(postmaster)]
        signalProcesses(all, 'SIGSTOP')
        await pause(30_000)
        signalProcesses(all, 'SIGCONT')
        await pause(1_000)
        await elected()
      },
    },
    { name: 'PgBouncer killed', kills: 1, happen: async () => killProcess(cluster, 'pgbouncer') },
    { name: 'a member of etcd killed', kills: 1, happen: async () => killProcess(cluster, choose(etcdNames)) },
    {
      name: 'all members of etcd away for 30 s',
      kills: etcdNames.length,
      happen: async () => {
        await holdFor(cluster, etcdNames, 30_000)
        await elected()
      },
    },
  ]
}

async function holdFor({ services }: RunningCluster, names: readonly string[], ms: number): Promise<void> {
  for (const name of names) services.hold(name)
  await pause(ms)
  for (const name of names) services.release(name)
  for (const name of names) await services.ready(name)
}
