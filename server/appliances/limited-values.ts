import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Persons } from '#server/identity/person.ts'
import type { RecordDamage } from '#server/telemetry/damage.ts'
import type { ValuesOfSteps } from '#server/telemetry/step-sums.ts'
import { type MeasuredSteps, readStepValues } from '#server/telemetry/step-values.ts'
import { keepPartitions } from '#server/telemetry/store.ts'
import type { RunLimited } from './concurrency-limit.ts'
import { limitStatementTime } from './store.ts'

/** What the functions need that read the values of a history, or of the chart of an export. */
export type ValueDependencies = {
  database: Database
  persons: Persons
  clock: Clock
  runLimited: RunLimited
  onDamaged: RecordDamage
  recordDailyAct: RecordDailyAct
}

/** Steps whose values are read. `timeLeft` returns how many milliseconds are left for statements. */
export type LimitedSteps = MeasuredSteps & { timeLeft: () => number }

/**
 * Reads the values of steps, in a transaction with a snapshot. No statement of the function, and no later one of the
 * transaction, takes longer than the time that is left.
 */
export async function readLimitedValues(
  transaction: Transaction,
  { timeLeft, ...steps }: LimitedSteps,
): Promise<ValuesOfSteps> {
  await keepPartitions(transaction)
  await limitStatementTime(transaction, timeLeft())
  const values = await readStepValues(transaction, steps)
  await limitStatementTime(transaction, timeLeft())
  return values
}
