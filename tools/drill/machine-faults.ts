import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { DatabaseMember } from '../cluster/cluster-machines.ts'
import { repositoryRoot } from '../cluster/portal-services.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { recordRestorePoint } from './checks.ts'
import { findPrimaryServer, restartWithSettings, waitForPrimary } from './cluster-processes.ts'
import type { DrillFault } from './faults.ts'
import type { DrillEquipment } from './prepare-drill-equipment.ts'
import { fakeClockLibrary } from './server-clocks.ts'
import type { DrillLoad } from './start-drill-load.ts'
import { readServerTime } from './store.ts'

/**
 * Returns the faults of the whole drill that need its equipment, except the upgrade. The clock of the database comes
 * late, because changes that are recorded while it is fast keep their time in the history.
 */
export function createMachineFaults(
  cluster: RunningCluster,
  load: DrillLoad,
  { machines, clocks, store, backup }: DrillEquipment,
): DrillFault[] {
  const now = { ...cluster.product, root: repositoryRoot }
  return [
    {
      // The primary and its etcd have no connection to the other members. The portal still reaches all members.
      name: 'the network between the primary and the other two cut for 40 s',
      tries: 2,
      cause: async () => {
        const { member, name } = await findPrimaryServer(cluster)
        await machines.cut(member)
        await pause(40_000)
        await machines.heal(member)
        await waitForPrimary(cluster)
        await cluster.services.ready(name)
      },
    },
    {
      // The fault is over when a file has been fetched again. An export fails with `store-full` after 45 seconds.
      name: 'the store of exports full until an export has failed',
      tries: 2,
      cause: async () => {
        await store.fill()
        try {
          await waitForIncrease(180_000, () => load.exported.failedWhileFull, 'failed exports')
        } finally {
          await store.empty()
        }
        await waitForIncrease(60_000, () => load.exported.fetched, 'fetched exports')
      },
    },
    {
      name: 'the clock of one of two portals off by 10 minutes',
      tries: 2,
      cause: async (before) => {
        const names = ['jobs-1', 'ingest-1', 'portal-1', 'partners-1']
        const FAKETIME = `${before % 2 === 0 ? '+' : '-'}600`
        const env = { LD_PRELOAD: fakeClockLibrary, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
        await restartWithSettings(cluster, now, { names, env })
        await pause(30_000)
        await restartWithSettings(cluster, now, { names })
      },
    },
    {
      // The server restarts before and after.
      name: "the clock of the primary's server off by 10 minutes",
      tries: 2,
      cause: async (before) => {
        const { member } = await findPrimaryServer(cluster)
        try {
          await clocks.set(member, 0)
          await restartServer(member)
          await setClock(member, before % 2 === 0 ? 600 : -600)
          await pause(30_000)
          await setClock(member, 0)
        } finally {
          await clocks.release(member)
          await restartServer(member)
        }
      },
    },
    {
      // Makes a full backup under load, and restores the database to a time some seconds later, on another server.
      name: 'restored to a moment under load, into another server',
      tries: 2,
      cause: async () => {
        await backup.copy(cluster)
        await pause(10_000)
        const { moment, check } = await recordRestorePoint(cluster, load)
        await pause(5_000)
        const server = await backup.restore(cluster, moment)
        try {
          await check(server.url)
        } finally {
          await server.remove()
        }
      },
    },
  ]

  /** Changes the clock of a server, and waits until the server shows the changed time. */
  async function setClock(member: DatabaseMember, seconds: number): Promise<void> {
    await clocks.set(member, seconds)
    await retryUntilTimeout(30_000, async () => {
      const off = ((await readServerTime(cluster.serverUrls[member - 1] ?? '')).getTime() - Date.now()) / 1_000
      if (Math.abs(off - seconds) > 60) throw new Error(`The clock of the server is off by ${off} s.`)
    })
  }

  /** Restarts a server by the API of Patroni, as an administrator does. */
  async function restartServer(member: DatabaseMember): Promise<void> {
    const name = `postgres-${member}` as const
    const url = `http://${machines.addressOf(member)}:${cluster.ports[`${name}-patroni`]}/restart`
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(90_000) })
    if (!answer.ok) throw new Error(`${name} was not restarted: ${answer.status} ${await answer.text()}`)
    await cluster.services.ready(name)
    await waitForPrimary(cluster)
  }
}

/** The name of the fault in which a drill that started with the previous release changes to this release. */
export const upgradeFaultName = 'upgraded from the previous release, gone back, upgraded again'

/** Returns the upgrade. The cluster must run the release `previous`. */
export function createUpgradeFault(cluster: RunningCluster, previous: string): DrillFault {
  const cause = async (): Promise<void> => {
    for (const root of [repositoryRoot, previous, repositoryRoot])
      await restartWithSettings(cluster, { ...cluster.product, root })
  }
  return { name: upgradeFaultName, tries: 1, cause }
}

/** Waits until a count is higher than now. @throws Error that names the count, if it does not increase */
async function waitForIncrease(withinMs: number, count: () => number, name: string): Promise<void> {
  const before = count()
  await retryUntilTimeout(withinMs, async () => {
    if (count() === before) throw new Error(`There are no more ${name}.`)
  })
}
