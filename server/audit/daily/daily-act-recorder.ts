import { Counter } from 'prom-client'
import { createBatcher } from '#server/batcher.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import type { RecordDailyAct } from './daily-act.ts'
import { createActsRecordedToday } from './acts-recorded-today.ts'
import { type DatedDailyAct, findActivityReaders, insertPersonDailyActs, insertProgramDailyActs } from './store.ts'
import type { Services } from '#server/services.ts'

export type DailyActRecorder = {
  record: RecordDailyAct
  /** Resolves when all waiting acts are recorded or have failed. */
  idle(): Promise<void>
}

export type DailyActRecorderDependencies = Pick<Services, 'pool' | 'bus' | 'clock' | 'log' | 'registry'>

/**
 * The maximum number of acts in one statement. A statement costs about the same for one act and for many. After
 * midnight UTC there are many acts, because the views of open pages are recorded again for the new day.
 */
const maxBatch = 500
const batchingOptions = { minIntervalMs: 100, fullSize: maxBatch }

/** The maximum numbers of waiting acts and of recorded acts in memory. They take at most about 2 MB and 20 MB. */
const maxWaiting = 10_000
const maxRecorded = 100_000

/**
 * Creates a recorder of frequent acts, which works in batches in the background. Each act is recorded once a day; for
 * an act that this process has recorded, it sends no further statement. A failure is logged and counted; the act is
 * then recorded at its next occurrence.
 */
export function createDailyActRecorder(dependencies: DailyActRecorderDependencies): DailyActRecorder {
  const { clock, log, registry } = dependencies
  const actsRecordedToday = createActsRecordedToday(maxRecorded)
  const failures = new Counter({
    name: 'gateway_portal_activity_unrecorded_total',
    help: 'Views and downloads that this process could not record for the owner',
    registers: [registry],
  })
  const batcher = createBatcher({ run, maxBatch, maxWaiting, batching: batchingOptions })

  async function run(acts: readonly DatedDailyAct[]): Promise<null[]> {
    await publish(await insert(acts))
    return acts.map(() => null)
  }

  /** Inserts the acts, and returns the ids of the gateways with a new record. If the insert fails, returns no ids. */
  async function insert(acts: readonly DatedDailyAct[]): Promise<string[]> {
    try {
      const [ofPersons, ofPrograms] = [acts.filter((act) => 'personId' in act), acts.filter((act) => 'clientId' in act)]
      const { pool } = dependencies
      return [
        ...(ofPersons.length > 0 ? await insertPersonDailyActs(pool, ofPersons) : []),
        ...(ofPrograms.length > 0 ? await insertProgramDailyActs(pool, ofPrograms) : []),
      ]
    } catch (error) {
      acts.forEach(fail)
      log.error({ err: error }, 'Views of appliances could not be recorded; the next ones will be')
      return []
    }
  }

  /**
   * Publishes that there are new records. If this fails, the records stay stored, and pages read them when they next
   * load the activity.
   */
  async function publish(gatewayIds: readonly string[]): Promise<void> {
    try {
      await publishActivity(dependencies, gatewayIds)
    } catch (error) {
      log.warn({ err: error }, 'Views of appliances are recorded, but could not be published')
    }
  }

  function fail(act: DatedDailyAct): void {
    actsRecordedToday.remove(act)
    failures.inc()
  }

  return {
    record(act) {
      const at = clock.now()
      if (!actsRecordedToday.add(act, at)) return
      const datedAct = { ...act, at: new Date(at) }
      batcher.enqueue(datedAct, { resolve: () => {}, reject: () => fail(datedAct) })
    },
    idle: batcher.idle,
  }
}

/**
 * Makes the open pages of owners and co-owners load the activity again. Each publication has its own transaction, so
 * that no transaction locks several appliances.
 */
async function publishActivity(
  { pool, bus }: Pick<DailyActRecorderDependencies, 'pool' | 'bus'>,
  gatewayIds: readonly string[],
): Promise<void> {
  if (gatewayIds.length === 0) return
  for (const reader of await findActivityReaders(pool, gatewayIds))
    await inTransaction(pool, async (transaction) => publishServiceChange(transaction, bus, reader))
}
