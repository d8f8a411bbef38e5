import type { Pool } from 'pg'
import { Counter, type Registry } from 'prom-client'
import { createBatcher } from '#server/batcher.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Log } from '#server/log.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import type { RecordDailyAct } from './daily-act.ts'
import { createRecordedToday } from './recorded-today.ts'
import { type DatedAct, findActivityReaders, insertDailyActs, insertProgramReads } from './store.ts'

export type DailyRecorder = {
  record: RecordDailyAct
  /** Resolves when all waiting acts are recorded. */
  idle(): Promise<void>
}

export type DailyRecorderDependencies = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  log: Log
  registry: Registry
}

/**
 * The number of acts in one statement, which costs about the same for one act and for many. At midnight UTC all open
 * pages count as viewed.
 */
const maxBatch = 500
const batching = { minIntervalMs: 100, fullSize: maxBatch }

/** The numbers of acts in memory: about 2 MB of acts that wait, and 20 MB of recorded ones. */
const maxWaiting = 10_000
const maxRecorded = 100_000

/**
 * Records views and downloads in groups, in the background. Each is recorded once a day; what this process has recorded
 * costs only a look-up in memory. If recording fails, the failure is logged and counted, and the next act is recorded.
 */
export function createDailyRecorder(dependencies: DailyRecorderDependencies): DailyRecorder {
  const { clock, log, registry } = dependencies
  const recorded = createRecordedToday(maxRecorded)
  const failures = new Counter({
    name: 'gateway_portal_activity_unrecorded_total',
    help: 'Views and downloads that this process could not record for the owner',
    registers: [registry],
  })
  const batcher = createBatcher({ run, maxBatch, maxWaiting, batching })

  async function run(acts: readonly DatedAct[]): Promise<null[]> {
    await publish(await insert(acts))
    return acts.map(() => null)
  }

  /** Inserts the acts, and returns the appliances with a new record. */
  async function insert(acts: readonly DatedAct[]): Promise<string[]> {
    try {
      const [ofPersons, ofPrograms] = [acts.filter((act) => 'personId' in act), acts.filter((act) => 'clientId' in act)]
      const { pool } = dependencies
      return [
        ...(ofPersons.length > 0 ? await insertDailyActs(pool, ofPersons) : []),
        ...(ofPrograms.length > 0 ? await insertProgramReads(pool, ofPrograms) : []),
      ]
    } catch (error) {
      acts.forEach(fail)
      log.error({ err: error }, 'Views of appliances could not be recorded; the next ones will be')
      return []
    }
  }

  /** Publishes the new records. After a failure they stay recorded; pages read them at their next load. */
  async function publish(gatewayIds: readonly string[]): Promise<void> {
    try {
      await publishActivity(dependencies, gatewayIds)
    } catch (error) {
      log.warn({ err: error }, 'Views of appliances are recorded, but could not be published')
    }
  }

  function fail(act: DatedAct): void {
    recorded.remove(act)
    failures.inc()
  }

  return {
    record(act) {
      const at = clock.now()
      if (!recorded.add(act, at)) return
      const dated = { ...act, at: new Date(at) }
      batcher.enqueue(dated, { resolve: () => {}, reject: () => fail(dated) })
    },
    idle: batcher.idle,
  }
}

/** Makes open pages load the activity again. Each publication has its own transaction, so that it locks one appliance. */
async function publishActivity(
  { pool, bus }: Pick<DailyRecorderDependencies, 'pool' | 'bus'>,
  gatewayIds: readonly string[],
): Promise<void> {
  if (gatewayIds.length === 0) return
  for (const reader of await findActivityReaders(pool, gatewayIds))
    await inTransaction(pool, async (transaction) => publishServiceChange(transaction, bus, reader))
}
