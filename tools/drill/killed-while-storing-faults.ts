import { setTimeout as pause } from 'node:timers/promises'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { DrillFault } from './drill-faults.ts'
import { killProcess } from './kill-processes.ts'
import type { DrillLoad } from './start-drill-load.ts'
import { findPrimaryUrl, lockTelemetryAgainstWrites, insertReportsOfOldDay, countUnpackedPartitions } from './store.ts'

const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const batchesWaitMs = 2_000
const packingTimeoutMs = 60_000

/**
 * Creates the fault in which both listeners are killed while their batches wait for a lock, so that no report of
 * these seconds is committed. If a listener acknowledges before it commits, the check finds that these reports are
 * lost.
 */
export function createListenersKilledBeforeCommitFault(cluster: RunningCluster): DrillFault {
  return {
    name: 'both listeners killed before a commit',
    kills: ingestNames.length,
    happen: async () => {
      const release = await lockTelemetryAgainstWrites(await findPrimaryUrl(cluster.serverUrls))
      try {
        await pause(batchesWaitMs)
        const killed = ingestNames.map(async (name) => killProcess(cluster, name))
        await pause(batchesWaitMs)
        await release()
        await Promise.all(killed)
      } finally {
        await release()
      }
    },
  }
}

/**
 * The newest day for which old reports were inserted, in days before today. It is more than a month ago, so that it
 * is never in the partition of the current month.
 */
let oldDay = 40

/**
 * Creates the fault in which the `jobs` processes are killed while they pack a day.
 *
 * Inserts reports of an old day, kills both processes, and kills the processes that replace them. Then waits until the
 * next processes have packed the rest. Adds the reports to `old`, so that this check and all later checks include them.
 * During this time some gateways send late reports.
 */
export function createJobsKilledFault(
  cluster: RunningCluster,
  { old, reportLate }: Pick<DrillLoad, 'old' | 'reportLate'>,
): DrillFault {
  return {
    name: 'both processes with jobs killed while they pack',
    kills: 2 * jobsNames.length,
    happen: async () => {
      old.push(...(await insertReportsOfOldDay(await findPrimaryUrl(cluster.serverUrls), (oldDay += 1))))
      reportLate()
      for (let kill = 0; kill < 2; kill += 1)
        await Promise.all(jobsNames.map(async (name) => killProcess(cluster, name)))
      await retryUntilTimeout(packingTimeoutMs, async () => {
        const left = await countUnpackedPartitions(await findPrimaryUrl(cluster.serverUrls))
        if (left > 0) throw new Error(`${left} days or months are not packed.`)
      })
    },
  }
}
