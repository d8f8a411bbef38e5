import { setTimeout as pause } from 'node:timers/promises'
import { tryFor } from '../cluster/try-for.ts'
import type { Cluster } from '../cluster/topology.ts'
import type { DrillFault } from './faults.ts'
import { killOne } from './killing.ts'
import type { LateReport } from './reporting.ts'
import { findPrimary, holdTelemetry, missingHours } from './store.ts'

const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const batchesWaitMs = 2_000
const madeWithinMs = 60_000

/**
 * Both listeners are killed while their batches wait for a lock, so that nothing of these seconds is committed: a report that was
 * acknowledged meanwhile is lost.
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

/** Both processes with jobs are killed; the next ones make the hours of late reports as soon as they run. */
export function jobsKilled(cluster: Cluster, late: readonly LateReport[]): DrillFault {
  return {
    name: 'both processes with jobs killed',
    kills: jobsNames.length,
    happen: async () => {
      const due = [...late]
      await Promise.all(jobsNames.map(async (name) => killOne(cluster, name)))
      await tryFor(madeWithinMs, async () => {
        const [first] = await missingHours(await findPrimary(cluster.serverUrls), due)
        if (first !== undefined) throw new Error(first)
      })
    },
  }
}
