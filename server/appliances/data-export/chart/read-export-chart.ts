import { type ChartRange, type ExportChart, maxChartPoints } from '#contract/data-export.ts'
import { type ChartedReading, datapoints, historyDatapoints } from '#contract/datapoints.ts'
import { dayMs, hourMs, minuteS } from '#contract/durations.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import type { StepValuesByDatapoint } from '#server/telemetry/step-collector.ts'
import { type ApplianceCaller, authoriseApplianceCall } from '../../authorise-appliance-call.ts'
import { requireOwnerOrCoOwner, isOwner, visiblePeriodStartOf } from '../../policy.ts'
import { type ValueReadDependencies, readStepValuesWithinTimeLimit } from '../../read-step-values-within-time-limit.ts'
import { exportableTelemetryStartOf, toExportDayRange } from '../export-range.ts'
import type { DayRange } from '../store.ts'
import { type StepStatus, type ChartSteps, readStepStatuses } from './store.ts'

export type ExportChartRequest = ApplianceCaller & { query: ChartRange }

/**
 * Returns the mean values of the range in at most 500 steps, and the status at the beginning of each step. Reads only
 * values from the period that the owner or co-owner may see.
 *
 * If a co-owner reads the chart, the audit records a view. Specification 15.5.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `too-many-requests`, `unavailable`
 */
export async function readChartOfExport(
  dependencies: ValueReadDependencies,
  { query, ...caller }: ExportChartRequest,
): Promise<ExportChart> {
  const { database, runLimited, onDamaged, recordDailyAct } = dependencies
  const { gatewayId, personId, holder, now } = await authoriseApplianceCall(dependencies, caller, requireOwnerOrCoOwner)
  const ownerSince = visiblePeriodStartOf(holder)
  const time = { ownerSince, now }
  const days = toExportDayRange(query, time)
  const steps = toSteps(days, { since: exportableTelemetryStartOf(time), now: time.now })
  const { values, statuses } = await runLimited(personId, async (timeLeft) =>
    readSteps(database, { gatewayId, steps, timeLeft, onDamaged }),
  )
  const since = holder.addedAt.toISOString()
  if (!isOwner(holder)) recordDailyAct({ kind: 'history-viewed', gatewayId, personId, since })
  return { ...days, stepSeconds: steps.stepSeconds, ...toColumns(steps, values, statuses) }
}

const chartedDatapoints = historyDatapoints.filter(({ isCharted }) => isCharted)

type StepsToRead = { gatewayId: string; steps: ChartSteps; timeLeft: () => number; onDamaged: DamageRecorder }

async function readSteps({ pool }: Database, { gatewayId, steps, timeLeft, onDamaged }: StepsToRead) {
  return inTransaction(
    pool,
    async (transaction) => {
      const wanted = { gatewayId, begins: beginsOf(steps), end: steps.end.getTime(), datapoints: chartedDatapoints }
      const [values, statuses] = await readStepValuesWithinTimeLimit(
        transaction,
        { ...wanted, onDamaged, timeLeft },
        async () => readStepStatuses(transaction, gatewayId, steps),
      )
      return { values, statuses }
    },
    'snapshot',
  )
}

/**
 * Returns the beginning of each step in epoch milliseconds. The first step begins at `since` instead of `begin`, so
 * that it has no values from before `since`.
 */
function beginsOf({ begin, since, stepSeconds, count }: ChartSteps): number[] {
  const later = Array.from(
    { length: Math.max(0, count - 1) },
    (_, step) => begin.getTime() + (step + 1) * stepSeconds * 1000,
  )
  return count === 0 ? [] : [since.getTime(), ...later]
}

type Columns = Omit<ExportChart, 'from' | 'to' | 'stepSeconds'>

function toColumns(
  { begin, stepSeconds, count }: ChartSteps,
  values: StepValuesByDatapoint,
  statuses: readonly StepStatus[],
): Columns {
  const beginS = Math.floor(begin.getTime() / 1000)
  const statusOf = new Map(statuses.map(({ step, status }) => [step, status]))
  const steps = Array.from({ length: count }, (_, step) => step)
  const line = (name: ChartedReading) => {
    const id = datapoints.find(({ reading }) => reading === name)?.id ?? ''
    const meanOf = new Map(values.get(id)?.map(({ step, sum, count: counted }) => [step, sum / counted]))
    return steps.map((step) => toTenths(meanOf.get(step)))
  }
  return {
    at: steps.map((step) => beginS + step * stepSeconds),
    flowTemperature: line('flowTemperature'),
    roomTemperature: line('roomTemperature'),
    hotWaterTemperature: line('hotWaterTemperature'),
    status: steps.map((step) => statusOf.get(step) ?? null),
  }
}

/** Rounds to tenths of a degree, because the sensors of the appliances are not more exact. */
function toTenths(celsius: number | undefined): number | null {
  return celsius === undefined ? null : Math.round(celsius * 10) / 10
}

/** The period that a person may see. `since`: its beginning. `now`: the current time in epoch ms. */
type OwnedTime = { since: Date; now: number }

/**
 * The length of a range, in ms, above which steps are whole hours. The database stores hourly values, so reading them
 * is faster.
 */
const byHoursFromMs = 8 * dayMs

/**
 * Divides the range into steps of whole minutes or hours. The steps are as short as possible; there are at most 500.
 */
function toSteps({ from, to }: DayRange, { since, now }: OwnedTime): ChartSteps {
  const sinceMs = Math.max(Date.parse(from), since.getTime())
  const endMs = Math.max(sinceMs, Math.min(Date.parse(to) + dayMs, now))
  const isLong = endMs - sinceMs > byHoursFromMs
  const beginMs = isLong ? Math.floor(sinceMs / hourMs) * hourMs : sinceMs
  const unitS = isLong ? hourMs / 1000 : minuteS
  const seconds = (endMs - beginMs) / 1000
  const stepSeconds = Math.max(1, Math.ceil(seconds / maxChartPoints / unitS)) * unitS
  const [begin, end] = [new Date(beginMs), new Date(endMs)]
  return { begin, since: new Date(sinceMs), end, stepSeconds, count: Math.ceil(seconds / stepSeconds) }
}
