import { setTimeout as pause } from 'node:timers/promises'
import { tryFor } from '../cluster/try-for.ts'
import type { Cluster } from '../cluster/topology.ts'
import type { DrillFault } from './faults.ts'
import { killOne } from './killing.ts'
import type { DrillLoad } from './load-of.ts'
import { findPrimary, holdTelemetry, missingHours } from './store.ts'

const ingestNames = ['ingest-1', 'ingest-2'] as const
const jobsNames = ['jobs-1', 'jobs-2'] as const
const batchesWaitMs = 2_000
const madeWithinMs = 60_000
const acknowledgedWithinMs = 30_000

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

/**
 * Both processes with jobs are killed; the next ones make the hours of all reports as soon as they run. Gateways then report for
 * hours before those, and both processes are killed again; the next ones make these hours also.
 */
export function jobsKilled(cluster: Cluster, load: Pick<DrillLoad, 'late' | 'reportLate'>): DrillFault {
  const { late } = load

  async function killJobs(): Promise<void> {
    const due = [...late]
    await Promise.all(jobsNames.map(async (name) => killOne(cluster, name)))
    await tryFor(madeWithinMs, async () => {
      const [first] = await missingHours(await findPrimary(cluster.serverUrls), due)
      if (first !== undefined) throw new Error(first)
    })
  }

  return {
    name: 'both processes with jobs killed',
    kills: 2 * jobsNames.length,
    happen: async () => {
      await killJobs()
      const expected = late.length + load.reportLate()
      await tryFor(acknowledgedWithinMs, async () => {
        if (late.length < expected) throw new Error('The late reports are not acknowledged.')
      })
      await killJobs()
    },
  }
}
