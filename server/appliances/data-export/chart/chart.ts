import pLimit from 'p-limit'
import { type ChartRange, type ExportChart, maxChartPoints } from '#contract/data-export.ts'
import type { ChartedReading } from '#contract/datapoints.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { tooManyRequests } from '#server/http/refusals.ts'
import type { Persons } from '#server/identity/person.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { asOwner } from '../../policy.ts'
import { findHolder } from '../../store.ts'
import { telemetrySince, toDays } from '../range.ts'
import type { Days } from '../store.ts'
import { type StepMeans, type StepStatus, type Steps, limitStatements, readMeans, readStepStatuses } from './store.ts'

export type ChartDependencies = { database: Database; persons: Persons; clock: Clock; takeTurn: TakeTurn }

/** Lets some do their work at a time and some wait for their turn. @throws Refusal `too-many-requests` to the others */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Charts read a lot: the rest of a process has its connections for itself. */
const turns = { atOnce: 2, waiting: 20, retryAfterMs: 5_000 }

export function createTurns(): TakeTurn {
  const limit = pLimit(turns.atOnce)
  return async (work) => {
    if (limit.pendingCount >= turns.waiting) throw tooManyRequests(turns.retryAfterMs)
    return limit(work)
  }
}

export type WantedChart = { gatewayId: string; subject: PersonKey; query: ChartRange }

/** Two years of reports every few seconds take longer; a picture is not worth that. */
const answerWithinMs = 6_000

/**
 * What an export of the range would show, within the owner's time, in at most 500 steps. Specification 15.5.
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
  const { means, statuses } = await takeTurn(async () => readSteps(database, gatewayId, steps))
  return { ...days, stepSeconds: steps.stepSeconds, ...toColumns(steps, means, statuses) }
}

async function readSteps({ pool }: Database, gatewayId: string, steps: Steps) {
  return inTransaction(pool, async (transaction) => {
    await limitStatements(transaction, answerWithinMs)
    const means = await readMeans(transaction, gatewayId, steps)
    return { means, statuses: await readStepStatuses(transaction, gatewayId, steps) }
  })
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

/** No thermometer here is more exact. */
function toTenths(celsius: number | null | undefined): number | null {
  return celsius === null || celsius === undefined ? null : Math.round(celsius * 10) / 10
}

const minuteS = 60
const dayMs = 24 * 60 * 60 * 1000

/** What of the days lies within the owner's time. */
type OwnedTime = { since: Date; now: number }

/** Whole minutes, as few as keep a chart at 500 points. */
function toSteps({ from, to }: Days, { since, now }: OwnedTime): Steps {
  const beginMs = Math.max(Date.parse(from), since.getTime())
  const endMs = Math.max(beginMs, Math.min(Date.parse(to) + dayMs, now))
  const seconds = (endMs - beginMs) / 1000
  const stepSeconds = Math.max(1, Math.ceil(seconds / maxChartPoints / minuteS)) * minuteS
  return { begin: new Date(beginMs), end: new Date(endMs), stepSeconds, count: Math.ceil(seconds / stepSeconds) }
}
