import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseMember, SeparateMachines } from '../cluster/cluster-machines.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { PortalServiceSettings } from '../cluster/portal-services.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { BackupTool } from './backup-tool.ts'
import type { DrillExportStore } from './drill-export-store.ts'
import type { ExportRecord } from './exporters.ts'
import type { DrillFault } from './drill-faults.ts'
import { findPrimaryServer } from './find-primary-server.ts'
import { portalServicesInRestartOrder, restartWithSettings } from './restart-in-turn.ts'
import { fakeClockLibrary, type ServerClocks } from './server-clocks.ts'
import { findPrimaryUrl, readServerTime } from './store.ts'

const cutMs = 40_000
const offMs = 30_000
const stepDownTimeoutMs = 30_000
const electionTimeoutMs = 90_000
/**
 * The time limit in ms for the failure of an export. It is longer than the 45 seconds for which the portal retries a
 * file before the export fails with `store-full`.
 */
const diskFullTimeoutMs = 180_000
const fetchTimeoutMs = 60_000

/**
 * Creates the fault in which the primary and its etcd have no connection to the other members of the database. The
 * portal can still reach all members.
 */
export function createNetworkCutFault(cluster: RunningCluster, machines: SeparateMachines): DrillFault {
  return {
    name: 'the network between the primary and the other two cut for 40 s',
    happen: async () => {
      const { member } = await findPrimaryServer(cluster)
      await machines.cut(member)
      await pause(cutMs)
      await machines.heal(member)
      await retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(cluster.serverUrls))
      await cluster.services.ready(`postgres-${member}`)
    },
  }
}

/**
 * Creates the fault in which the export store is full until an export has failed. The fault is over when a file has
 * been fetched again.
 */
export function createExportStoreFullFault(store: DrillExportStore, exported: ExportRecord): DrillFault {
  return {
    name: 'the store of exports full until an export has failed',
    happen: async () => {
      const { failedWhileFull } = exported
      await store.fill()
      try {
        await retryUntilTimeout(diskFullTimeoutMs, async () => {
          if (exported.failedWhileFull === failedWhileFull) throw new Error('No export has failed for want of room.')
        })
      } finally {
        await store.empty()
      }
      const { fetched } = exported
      await retryUntilTimeout(fetchTimeoutMs, async () => {
        if (exported.fetched === fetched) throw new Error('No export is fetched since there is room again.')
      })
    },
  }
}

/**
 * Creates the fault in which one process of each role runs with a wrong clock, and then with the right clock. The clock
 * is ten minutes fast at the first try, ten minutes slow at the second, and so on.
 */
export function createPortalClockWrongFault(cluster: RunningCluster, now: PortalServiceSettings): DrillFault {
  let tries = 0
  const machine = ['jobs-1', 'ingest-1', 'portal-1', 'partners-1']
  return {
    name: 'the clock of one of two portals off by 10 minutes',
    happen: async () => {
      const services = portalServicesInRestartOrder(now).filter(({ name }) => machine.includes(name))
      tries += 1
      const offset = tries % 2 === 1 ? '+600' : '-600'
      await restartWithSettings(
        cluster,
        services.map((service) => withClock(service, offset)),
      )
      await pause(offMs)
      await restartWithSettings(cluster, services)
    },
  }
}

/**
 * Creates the fault in which the clock of the primary's server is wrong, and then right again. The clock is ten minutes
 * fast at the first try, ten minutes slow at the second, and so on. The server restarts before and after the change.
 */
export function createPrimaryClockWrongFault(
  cluster: RunningCluster,
  machines: SeparateMachines,
  clocks: ServerClocks,
): DrillFault {
  let tries = 0
  return {
    name: "the clock of the primary's server off by 10 minutes",
    happen: async () => {
      const { member } = await findPrimaryServer(cluster)
      const url = cluster.serverUrls[member - 1] ?? ''
      tries += 1
      const put = async (seconds: number): Promise<void> => {
        await clocks.set(member, seconds)
        await retryUntilTimeout(stepDownTimeoutMs, async () => {
          const off = ((await readServerTime(url)).getTime() - Date.now()) / 1_000
          if (Math.abs(off - seconds) > 60) throw new Error(`The clock of the server is off by ${off} s.`)
        })
      }
      try {
        await clocks.set(member, 0)
        await restartServer(cluster, machines, member)
        await put(tries % 2 === 1 ? 600 : -600)
        await pause(offMs)
        await put(0)
      } finally {
        await clocks.release(member)
        await restartServer(cluster, machines, member)
      }
    },
  }
}

/** Restarts a server by the API of Patroni, as an administrator does. */
async function restartServer(
  cluster: RunningCluster,
  machines: SeparateMachines,
  member: DatabaseMember,
): Promise<void> {
  const name = `postgres-${member}` as const
  const url = `http://${machines.addressOf(member)}:${cluster.ports[`${name}-patroni`]}/restart`
  const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(electionTimeoutMs) })
  if (!answer.ok) throw new Error(`${name} was not restarted: ${answer.status} ${await answer.text()}`)
  await cluster.services.ready(name)
  await retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(cluster.serverUrls))
}

function withClock(service: ServiceSpec, offset: string): ServiceSpec {
  const clock = { LD_PRELOAD: fakeClockLibrary, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  return { ...service, env: { ...service.env, ...clock } }
}

export const upgradeFaultName = 'upgraded from the release before, gone back, upgraded again'

/**
 * Creates the fault that restarts the processes in turn with this release, with the previous release, and with this
 * release again. The previous release supports neither NATS nor the object store. So the bus is PostgreSQL, and the
 * export store is a folder, until the processes restart in turn once more.
 */
export function createUpgradeFault(cluster: RunningCluster, before: string, now: PortalServiceSettings): DrillFault {
  const { BUS_URL: _bus, BUS_CA_FILE: _authority, EXPORT_STORE: _store, ...ownSettings } = now.ownSettings
  return {
    name: upgradeFaultName,
    happen: async () => {
      for (const root of [now.root, before, now.root])
        await restartWithSettings(cluster, portalServicesInRestartOrder({ ...now, root, ownSettings }))
      await restartWithSettings(cluster, portalServicesInRestartOrder(now))
    },
  }
}

/**
 * Creates the fault that makes a full backup under load, and restores the database to a time some seconds later. The
 * restored database is on another server, and is checked there.
 */
export function createRestoreFault(cluster: RunningCluster, backup: BackupTool, judge: RecordRestorePoint): DrillFault {
  return {
    name: 'restored to a moment under load, into another server',
    happen: async () => {
      await backup.copy(cluster)
      await pause(10_000)
      const { moment, check } = await judge()
      await pause(5_000)
      const server = await backup.restore(cluster, moment)
      try {
        await check(server.url)
      } finally {
        await server.remove()
      }
    },
  }
}

/**
 * Records all changes that were answered before `moment`. The returned `check` reports the changes that are missing in
 * a database that was restored to `moment`.
 */
export type RecordRestorePoint = () => Promise<{ moment: Date; check(url: string): Promise<void> }>
