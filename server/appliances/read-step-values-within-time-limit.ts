import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import type { StepValuesByDatapoint } from '#server/telemetry/step-collector.ts'
import { type StepValuesQuery, readStepValues } from '#server/telemetry/step-values.ts'
import { preventPartitionDrop } from '#server/telemetry/store.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { limitStatementTime } from './store.ts'
import type { Services } from '#server/services.ts'

/** The dependencies of the functions that read the values of a history, or of the chart of an export. */
export type ValueReadDependencies = Pick<Services, 'database' | 'persons' | 'clock'> & {
  runLimited: ConcurrencyLimiter
  onDamaged: DamageRecorder
  recordDailyAct: RecordDailyAct
}

/** Steps whose values are read. `timeLeft` returns how many milliseconds are left for statements. */
export type StepsWithTimeLeft = StepValuesQuery & { timeLeft: () => number }

/**
 * Reads the values of steps, in a transaction with a snapshot. `alsoRead` sends other statements, one after the other,
 * while the values are unpacked.
 *
 * No statement takes longer than the time that was left when `alsoRead` began. The caller must set this limit again
 * before later statements of the transaction.
 */
export async function readStepValuesWithinTimeLimit<Other>(
  transaction: Transaction,
  { timeLeft, ...steps }: StepsWithTimeLeft,
  alsoRead: () => Promise<Other>,
): Promise<[StepValuesByDatapoint, Other]> {
  await preventPartitionDrop(transaction)
  await limitStatementTime(transaction, timeLeft())
  return readStepValues(transaction, steps, async () => {
    await limitStatementTime(transaction, timeLeft())
    return alsoRead()
  })
}
