import type { Log } from '#server/log.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runAsStepOfTraces } from '#server/tracing.ts'
import type { IngestEntry } from './apply-entries.ts'
import { createBatcher, type Batcher } from '#server/batcher.ts'
import type { IngestMetrics } from './metrics.ts'
import type { PublicationOutcome } from './publication-outcomes.ts'
import { maxBatchEntries } from './store.ts'
import type { EntryStore } from './entry-store.ts'

/**
 * A publication that is refused and not stored. It passes through the queue, so that acknowledgements keep the order
 * in which the publications arrived.
 */
export type RefusedPublication = { kind: 'refused'; outcome: 'malformed' | 'oversized' | 'unknown-topic' }

/**
 * Stores entries in batches. `add` resolves to the outcome once the entry is committed or dropped. It rejects if the
 * entry cannot be stored now; the gateway must then send it again.
 */
export type EntryBatcher = Batcher<IngestEntry | RefusedPublication, PublicationOutcome>

export type EntryBatcherDependencies = {
  store: EntryStore
  log: Log
  metrics: Pick<IngestMetrics, 'batchEntries' | 'batchSeconds'>
}

const maxWaiting = 50_000
/**
 * Groups entries, because a commit of many entries costs about the same as a commit of one. If there are few entries,
 * they wait briefly for more.
 */
const batchingOptions = { minIntervalMs: 20, fullSize: 256 }
const retryAfterMs = [50, 200, 800, 2000]

/**
 * Creates the writer of reports and last wills. One commit stores many of them with all their effects. A stored report
 * is acknowledged only after its commit. Specification 14.5.
 */
export function createEntryBatcher(dependencies: EntryBatcherDependencies): EntryBatcher {
  const storeGroup = async (items: readonly (IngestEntry | RefusedPublication)[]): Promise<PublicationOutcome[]> => {
    const entries = items.filter((item) => item.kind !== 'refused')
    const outcomes = entries.length === 0 ? [] : await storeMeasured(dependencies, entries)
    let next = 0
    return items.map((item) => (item.kind === 'refused' ? item.outcome : (outcomes[next++] ?? 'unstorable')))
  }
  return createBatcher({ run: storeGroup, maxBatch: maxBatchEntries, maxWaiting, batching: batchingOptions })
}

async function storeMeasured(
  dependencies: EntryBatcherDependencies,
  entries: readonly IngestEntry[],
): Promise<PublicationOutcome[]> {
  const stop = dependencies.metrics.batchSeconds.startTimer()
  dependencies.metrics.batchEntries.observe(entries.length)
  try {
    return await runAsStepOfTraces(
      { name: 'store reports', attributes: { 'messaging.batch.message_count': entries.length } },
      () => entries.flatMap(({ trace }) => trace ?? []),
      async () => storeWithRetries(dependencies, entries),
    )
  } finally {
    stop()
  }
}

// Repeats a failed commit. If only the answer to a commit was lost, repeating is harmless, because a report is never
// stored twice.
async function storeWithRetries(
  dependencies: EntryBatcherDependencies,
  entries: readonly IngestEntry[],
): Promise<PublicationOutcome[]> {
  for (const waitMs of retryAfterMs) {
    try {
      return await storeIsolated(dependencies, entries)
    } catch (error) {
      dependencies.log.warn(
        { err: error, entries: entries.length },
        'Reports could not be stored; the listener retries',
      )
      await pause(waitMs)
    }
  }
  return storeIsolated(dependencies, entries)
}

// Stores a batch. If the transaction fails because of invalid data, stores each half separately, and divides further
// until only the invalid entry fails.
async function storeIsolated(
  dependencies: EntryBatcherDependencies,
  entries: readonly IngestEntry[],
): Promise<PublicationOutcome[]> {
  try {
    await dependencies.store(entries)
    return entries.map(() => 'stored')
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (entries.length > 1) return inHalves(dependencies, entries)
    dependencies.log.error({ err: error, gatewayId: entries[0]?.gatewayId }, 'A report cannot be stored and is dropped')
    return ['unstorable']
  }
}

async function inHalves(
  dependencies: EntryBatcherDependencies,
  entries: readonly IngestEntry[],
): Promise<PublicationOutcome[]> {
  const middle = Math.ceil(entries.length / 2)
  const first = await storeIsolated(dependencies, entries.slice(0, middle))
  return [...first, ...(await storeIsolated(dependencies, entries.slice(middle)))]
}

/**
 * The SQLSTATE classes of errors that invalid data causes. Any other error counts as an error of the database.
 * PostgreSQL manual, appendix A.
 */
const dataClasses = new Set(['22', '23', '54'])

function isAboutData(error: unknown): boolean {
  return dataClasses.has(sqlState(error).slice(0, 2))
}

function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
