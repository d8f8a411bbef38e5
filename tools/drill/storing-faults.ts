import { setTimeout as pause } from 'node:timers/promises'
import { tryFor } from '../cluster/try-for.ts'
import type { Cluster } from '../cluster/topology.ts'
import type { DrillFault } from './faults.ts'
import { killOne } from './killing.ts'
import type { DrillLoad } from './load-of.ts'
import { findPrimary, holdTelemetry, storeOldDay, countUnpackedPartitions } from './store.ts'

const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const batchesWaitMs = 2_000
const packingTimeoutMs = 60_000

/**
 * Kills both listeners while their batches wait for a lock, so that no report of these seconds is committed. If a listener
 * acknowledges before it commits, the check finds these reports lost.
 */
export function killedBeforeCommit(cluster: Cluster): DrillFault {
  return {
    name: 'both listeners killed before a commit',
    kills: ingestNames.length,
    happen: async () => {
      const release = await holdTelemetry(await findPrimary(cluster.serverUrls))
      try {
        await pause(batchesWaitMs)
        const killed = ingestNames.map(async (name) => killOne(cluster, name))
        await pause(batchesWaitMs)
        await release()
        await Promise.all(killed)
      } finally {
        await release()
      }
    },
  }
}

/** The last day with added old reports, in days before today. More than a month, so that it is never in the partition of the current month. */
let oldDay = 40

/**
 * Stores reports of an old day, kills both `jobs` processes, kills their successors while these pack the day, and waits
 * until the next ones have packed the rest. Adds the reports to `old`, so that they are checked after this fault and all
 * later ones. Meanwhile some gateways send late reports.
 */
export function jobsKilled(cluster: Cluster, { old, reportLate }: Pick<DrillLoad, 'old' | 'reportLate'>): DrillFault {
  return {
    name: 'both processes with jobs killed while they pack',
    kills: 2 * jobsNames.length,
    happen: async () => {
      old.push(...(await storeOldDay(await findPrimary(cluster.serverUrls), (oldDay += 1))))
      reportLate()
      for (let kill = 0; kill < 2; kill += 1) await Promise.all(jobsNames.map(async (name) => killOne(cluster, name)))
      await tryFor(packingTimeoutMs, async () => {
        const left = await countUnpackedPartitions(await findPrimary(cluster.serverUrls))
        if (left > 0) throw new Error(`${left} days or months are not packed.`)
      })
    },
  }
}
