import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { databaseMembers } from '../cluster/cluster-machines.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { findProcessTree } from '../process-table.ts'
import {
  endProcess,
  findPrimaryServer,
  stopServicesFor,
  killPostmaster,
  portalServiceNames,
  restartInTurn,
  waitForPrimary,
} from './cluster-processes.ts'
import type { DrillLoad } from './start-drill-load.ts'
import {
  countUnpackedPartitions,
  insertReportsOfOldDay,
  isServerAnswering,
  lockTelemetryAgainstWrites,
  promoteStandby,
} from './store.ts'

/** A failure of the cluster that the drill can cause. */
export type DrillFault = {
  name: string
  /** How often the drill tries the fault. */
  tries: number
  /** The number of processes that the fault kills with SIGKILL. */
  kills?: number
  /**
   * Causes the fault. `before`: the number of earlier tries. Resolves when the fault is over: killed processes are
   * ready again, and frozen processes run.
   */
  cause(before: number): Promise<void>
}

const ingestNames = ['ingest-1', 'ingest-2']
const jobsNames = ['jobs-1', 'jobs-2']
const natsNames = databaseMembers.map((number) => `nats-${number}`)
const etcdNames = databaseMembers.map((member) => `etcd-${member}`)
const postgresNames = databaseMembers.map((member) => `postgres-${member}`)

/** Returns the faults of the short drill. */
export function createShortPlan(cluster: RunningCluster, load: DrillLoad): DrillFault[] {
  return [
    {
      name: 'five processes killed at random moments',
      tries: 4,
      kills: 5,
      cause: async () => {
        const killed: Promise<void>[] = []
        for (let kill = 0; kill < 5; kill += 1) {
          killed.push(endProcess(cluster, pickOne(portalServiceNames)))
          await pause(500 + Math.random() * 2_000)
        }
        await Promise.all(killed)
      },
    },
    ...createStoringFaults(cluster, load, 1),
    { name: 'the NATS server killed', tries: 1, kills: 1, cause: async () => endProcess(cluster, 'nats-1') },
    {
      name: 'the primary lost, its standby promoted',
      tries: 1,
      cause: async () => {
        const { services, serverUrls, asAdministrator } = cluster
        const [primary = '', standby = ''] = serverUrls
        services.hold(`postgres-1`)
        await retryUntilTimeout(10_000, async () => {
          if (await isServerAnswering(primary)) throw new Error('The primary still answers.')
        })
        await retryUntilTimeout(90_000, () => promoteStandby(asAdministrator(standby)))
        await waitForPrimary(cluster)
      },
    },
  ]
}

/** Returns the faults of the whole drill that need nothing but the processes of the cluster. */
export function createProcessFaults(cluster: RunningCluster, load: DrillLoad): DrillFault[] {
  const twice = (name: string, cause: () => Promise<void>, kills = 0): DrillFault => ({
    name,
    tries: 2,
    kills,
    cause,
  })
  const killOne = (name: string, names: readonly string[]): DrillFault =>
    twice(name, async () => endProcess(cluster, pickOne(names)), 1)
  const killers = [
    ...[...portalServiceNames, ...natsNames, ...etcdNames, ...postgresNames, 'pgbouncer', 'haproxy', 'issuer'].map(
      (name) => async () => endProcess(cluster, name),
    ),
    ...postgresNames.map((name) => async () => killPostmaster(cluster, name)),
  ]
  return [
    {
      name: 'each process killed at random moments, twice',
      tries: 12,
      kills: 2 * killers.length,
      cause: async () => {
        await killAllTwice(killers)
        await waitForPrimary(cluster)
      },
    },
    {
      name: 'the identity provider away for 300 s',
      tries: 1,
      kills: 1,
      cause: async () => stopServicesFor(cluster, ['issuer'], 300_000),
    },
    ...createStoringFaults(cluster, load, 2),
    killOne('a process with api, push killed', ['portal-1', 'portal-2']),
    killOne('a process with partners killed', ['partners-1', 'partners-2']),
    killOne('a process with ingest killed', ingestNames),
    killOne('a process with jobs killed', jobsNames),
    twice('HAProxy reloaded', async () => {
      cluster.services.signal('haproxy', 'SIGUSR2')
      await pause(2_000)
    }),
    twice('all processes restarted in turn', async () => restartInTurn(cluster)),
    killOne('a NATS node killed', natsNames),
    twice('all NATS nodes away for 5 s', async () => stopServicesFor(cluster, natsNames, 5_000), natsNames.length),
    twice(
      'the primary killed',
      async () => {
        process.kill((await findPrimaryServer(cluster)).postmaster, 'SIGKILL')
        await pause(1_000)
        await waitForPrimary(cluster)
      },
      1,
    ),
    twice("the primary's machine lost for 20 s", async () => {
      const { name, postmaster } = await findPrimaryServer(cluster)
      cluster.services.hold(name)
      signalProcesses(findProcessTree(postmaster), 'SIGKILL')
      await pause(1_000)
      await waitForPrimary(cluster)
      await pause(20_000)
      cluster.services.release(name)
      await cluster.services.ready(name)
    }),
    twice('the primary frozen for 30 s, back as a second one', async () => {
      const { postmaster, patroni } = await findPrimaryServer(cluster)
      const frozen = [...findProcessTree(patroni), ...findProcessTree(postmaster)]
      signalProcesses(frozen, 'SIGSTOP')
      await pause(30_000)
      signalProcesses(frozen, 'SIGCONT')
      await pause(1_000)
      await waitForPrimary(cluster)
    }),
    killOne('PgBouncer killed', ['pgbouncer']),
    killOne('a member of etcd killed', etcdNames),
    twice(
      'all members of etcd away for 30 s',
      async () => {
        await stopServicesFor(cluster, etcdNames, 30_000)
        await waitForPrimary(cluster)
      },
      etcdNames.length,
    ),
  ]
}

/** The time for which the batches of the listeners wait for a lock, before and after the listeners are killed. */
const batchesWaitMs = 2_000
const packingTimeoutMs = 60_000

/** Returns the faults in which processes are killed while they store reports. */
function createStoringFaults(cluster: RunningCluster, { old, reportLate }: DrillLoad, tries: number): DrillFault[] {
  return [
    {
      // The lock prevents commits of reports. If a listener acknowledges before it commits, the check finds that
      // reports are lost.
      name: 'both listeners killed before a commit',
      tries,
      kills: ingestNames.length,
      cause: async () => {
        const release = await lockTelemetryAgainstWrites(await waitForPrimary(cluster))
        try {
          await pause(batchesWaitMs)
          const killed = ingestNames.map(async (name) => endProcess(cluster, name))
          await pause(batchesWaitMs)
          await release()
          await Promise.all(killed)
        } finally {
          await release()
        }
      },
    },
    {
      // Inserts reports of an old day, kills both processes, and kills the processes that replace them. Then waits
      // until the next processes have packed the rest. All later checks include these reports. Meanwhile some gateways
      // send late reports.
      name: 'both processes with jobs killed while they pack',
      tries,
      kills: 2 * jobsNames.length,
      cause: async (before) => {
        // The days are more than a month ago, so that they are never in the partition of the current month.
        old.push(...(await insertReportsOfOldDay(await waitForPrimary(cluster), 41 + before)))
        reportLate()
        for (let kill = 0; kill < 2; kill += 1)
          await Promise.all(jobsNames.map(async (name) => endProcess(cluster, name)))
        await retryUntilTimeout(packingTimeoutMs, async () => {
          const left = await countUnpackedPartitions(await waitForPrimary(cluster))
          if (left > 0) throw new Error(`${left} days or months are not packed.`)
        })
      },
    },
  ]
}

/** Calls each function twice, in random orders and at random moments. */
async function killAllTwice(killers: readonly (() => Promise<void>)[]): Promise<void> {
  const last = killers.map(async () => {})
  for (const _turn of [1, 2]) {
    for (const number of shuffle(killers.keys())) {
      await last[number]
      const killed = killers[number]?.() ?? Promise.resolve()
      // The error is not ignored: the next kill of this process, or the end of the fault, awaits the promise.
      void killed.catch(() => undefined)
      last[number] = killed
      await pause(200 + Math.random() * 1_600)
    }
  }
  await Promise.all(last)
}

function shuffle(numbers: Iterable<number>): number[] {
  const ordered = [...numbers].map((number) => ({ number, order: Math.random() }))
  return ordered.toSorted((a, b) => a.order - b.order).map(({ number }) => number)
}

function pickOne(names: readonly string[]): string {
  return names[Math.floor(Math.random() * names.length)] ?? ''
}

/** Sends a signal to each of the processes. Ignores processes that have ended. */
function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
