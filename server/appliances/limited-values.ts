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

/** The dependencies of a history and of the chart of an export. */
export type ValueDependencies = {
  database: Database
  persons: Persons
  clock: Clock
  runLimited: RunLimited
  onDamaged: RecordDamage
  recordDailyAct: RecordDailyAct
}

/** Steps to read. `timeLeft` returns the milliseconds that are left for statements. */
export type LimitedSteps = MeasuredSteps & { timeLeft: () => number }

/**
 * Reads the values of steps, within a transaction that has a snapshot. Limits its own statements, and those after it,
 * to the time that is left.
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
