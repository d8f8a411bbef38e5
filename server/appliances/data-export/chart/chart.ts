import { type ChartRange, type ExportChart, maxChartPoints } from '#contract/data-export.ts'
import type { ChartedReading } from '#contract/datapoints.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { Persons } from '#server/identity/person.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { asOwner } from '../../policy.ts'
import { hourMs, madeHours } from '../../made-hours.ts'
import { findHolder, limitStatements, rolledUpThrough } from '../../store.ts'
import type { TakeTurn } from '../../turns.ts'
import { telemetrySince, toDays } from '../range.ts'
import type { Days } from '../store.ts'
import { type StepMeans, type StepStatus, type Steps, readMeans, readMeansOfHours, readStepStatuses } from './store.ts'

export type ChartDependencies = { database: Database; persons: Persons; clock: Clock; takeTurn: TakeTurn }

export type WantedChart = { gatewayId: string; subject: PersonKey; query: ChartRange }

/**
 * The values that an export of the range would contain, within the owner's time, in at most 500 steps. Specification
 * 15.5.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `too-many-requests`, `unavailable`
 */
export async function readChart(
  { database, persons, clock, takeTurn }: ChartDependencies,
  { gatewayId, subject, query }: WantedChart,
): Promise<ExportChart> {
  const personId = await persons.personIdOf(subject)
  const { ownerSince } = asOwner(await findHolder(database.pool, gatewayId, personId))
  const time = { ownerSince, now: clock.now() }
  const days = toDays(query, time)
  const steps = toSteps(days, { since: telemetrySince(time), now: time.now })
  const { means, statuses } = await takeTurn(personId, async (timeLeft) =>
    readSteps(database, gatewayId, { steps, timeLeft }),
  )
  return { ...days, stepSeconds: steps.stepSeconds, ...toColumns(steps, means, statuses) }
}

async function readSteps(
  { pool }: Database,
  gatewayId: string,
  { steps, timeLeft }: { steps: Steps; timeLeft: () => number },
) {
  return inTransaction(pool, async (transaction) => {
    await limitStatements(transaction, timeLeft())
    const means = await readStepMeans(transaction, gatewayId, steps)
    await limitStatements(transaction, timeLeft())
    return { means, statuses: await readStepStatuses(transaction, gatewayId, steps) }
  })
}

/** Uses rolled-up hours where available, because a long range of reports would take a second. */
async function readStepMeans(transaction: Transaction, gatewayId: string, steps: Steps): Promise<StepMeans[]> {
  const isByHour = (steps.stepSeconds * 1000) % hourMs === 0
  const through = isByHour ? await rolledUpThrough(transaction, gatewayId) : null
  const hours = madeHours({ begin: steps.since, end: steps.end }, through)
  if (hours.until <= hours.from) return readMeans(transaction, gatewayId, steps)
  return readMeansOfHours(transaction, gatewayId, { ...steps, hours })
}

type Columns = Omit<ExportChart, 'from' | 'to' | 'stepSeconds'>

function toColumns(
  { begin, stepSeconds, count }: Steps,
  means: readonly StepMeans[],
  statuses: readonly StepStatus[],
): Columns {
  const beginS = Math.floor(begin.getTime() / 1000)
  const meansOf = new Map(means.map((mean) => [mean.step, mean]))
  const statusOf = new Map(statuses.map(({ step, status }) => [step, status]))
  const steps = Array.from({ length: count }, (_, step) => step)
  const line = (name: ChartedReading) => steps.map((step) => toTenths(meansOf.get(step)?.[name]))
  return {
    at: steps.map((step) => beginS + step * stepSeconds),
    flowTemperature: line('flowTemperature'),
    roomTemperature: line('roomTemperature'),
    hotWaterTemperature: line('hotWaterTemperature'),
    status: steps.map((step) => statusOf.get(step) ?? null),
  }
}

/** No sensor of a heating system is more exact. */
function toTenths(celsius: number | null | undefined): number | null {
  return celsius === null || celsius === undefined ? null : Math.round(celsius * 10) / 10
}

const minuteS = 60
const dayMs = 24 * 60 * 60 * 1000

/** The part of the days within the owner's time. */
type OwnedTime = { since: Date; now: number }

/** A range of at least this length uses whole hours, in which rolled-up data is stored. */
const byHoursFromMs = 8 * dayMs

/** Steps of whole minutes or hours, as short as 500 points allow. */
function toSteps({ from, to }: Days, { since, now }: OwnedTime): Steps {
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
