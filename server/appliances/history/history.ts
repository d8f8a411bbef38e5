import { historyDatapoints } from '#contract/datapoints.ts'
import type { HistoryQuery } from '#contract/history-query.ts'
import {
  type HistoryFaultPeriod,
  type History,
  type HistoryPoint,
  type HistorySeries,
  type HistoryStatusPeriod,
  historyClockToleranceMs,
  maxHistoryFaults,
  defaultHistoryRangeMs,
} from '#contract/history.ts'
import type { FieldError } from '#contract/refusals.ts'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import type { StepValuesByDatapoint } from '#server/telemetry/step-collector.ts'
import { type ApplianceCaller, authoriseApplianceCall } from '../authorise-appliance-call.ts'
import { requireHolder, isOwner, visibleFaultsStartOf, visiblePeriodStartOf } from '../policy.ts'
import { limitStatementTime } from '../store.ts'
import { type ValueReadDependencies, readStepValuesWithinTimeLimit } from '../read-step-values-within-time-limit.ts'
import { divideRangeIntoSteps } from './history-steps.ts'
import {
  type DatedStatus,
  type DatedFault,
  type GatewayStepsQuery,
  readFaultHistory,
  readStatusHistory,
} from './store.ts'
import { joinEqualStatusSteps } from './join-equal-status-steps.ts'

export type HistoryReadRequest = ApplianceCaller & { query: HistoryQuery }

/**
 * Returns the values, statuses and faults of a range, as far as the person may see them. If the person is not the
 * owner, the audit records a view. Specification 24.1.
 * @throws Refusal `not-found`, `rule-broken`, `too-many-requests`, `unavailable`
 */
export async function readHistory(
  dependencies: ValueReadDependencies,
  { query, ...caller }: HistoryReadRequest,
): Promise<History> {
  const { gatewayId, personId, holder } = await authoriseApplianceCall(dependencies, caller, requireHolder)
  const history = await readHistoryWithoutRightsCheck(dependencies, {
    gatewayId,
    readerId: personId,
    since: visiblePeriodStartOf(holder),
    faultsSince: visibleFaultsStartOf(holder),
    query,
  })
  const since = holder.addedAt.toISOString()
  if (!isOwner(holder)) dependencies.recordDailyAct({ kind: 'history-viewed', gatewayId, personId, since })
  return history
}

/**
 * A query of a reader whose rights the caller has checked. `readerId`: the person or third-party client to which the
 * limits apply. The reader may see values from `since` on, and faults from `faultsSince` on.
 */
export type AuthorizedHistoryQuery = {
  gatewayId: string
  readerId: string
  since: Date
  faultsSince: Date
  query: HistoryQuery
}

/**
 * Returns a history like `readHistory`, for a reader whose rights the caller has checked. Does not record a view.
 * @throws Refusal `rule-broken`, `too-many-requests`, `unavailable`
 */
export async function readHistoryWithoutRightsCheck(
  { database, clock, runLimited, onDamaged }: Omit<ValueReadDependencies, 'persons' | 'recordDailyAct'>,
  { gatewayId, readerId, since, faultsSince, query }: AuthorizedHistoryQuery,
): Promise<History> {
  const now = clock.now()
  const { range, steps, summary } = computeHistoryRangeAndSteps({ since, query, now })
  const faults = { since: faultsSince, ...rangeSince(faultsSince, range, now) }
  if (faults.begin >= faults.end) return { ...summary, ...nothing }
  const data = await runLimited(readerId, async (timeLeft) =>
    inTransaction(
      database.pool,
      async (transaction) => {
        const request = { gatewayId, steps, faults, timeLeft, onDamaged }
        return readData(transaction, request)
      },
      'snapshot',
    ),
  )
  return { ...summary, ...data }
}

/**
 * Returns the range of a query, the steps of the range from `since` on, and the fields of the response that describe
 * both. `now` in epoch ms.
 * @throws Refusal `rule-broken` with the code `future` or `from-after-to`
 */
export function computeHistoryRangeAndSteps({
  since,
  query,
  now,
}: Pick<AuthorizedHistoryQuery, 'since' | 'query'> & { now: number }) {
  const range = toRange(query, now)
  const steps = divideRangeIntoSteps({ ...query, ...rangeSince(since, range, now) })
  const summary = { from: range.from.toISOString(), to: range.to.toISOString(), stepSeconds: steps.seconds }
  return { range, steps, summary }
}

type Range = { from: Date; to: Date }

/**
 * Returns the range of a query, with defaults for a missing beginning or end. `now` in epoch ms.
 * @throws Refusal `rule-broken` with the code `future` or `from-after-to`
 */
function toRange({ from, to }: HistoryQuery, now: number): Range {
  const toMs = to === undefined ? now : Date.parse(to)
  const fromMs = from === undefined ? Math.min(toMs, now) - defaultHistoryRangeMs : Date.parse(from)
  const errors: FieldError[] = []
  if (fromMs > now) errors.push({ path: 'from', code: 'future' })
  if (toMs > now + historyClockToleranceMs) errors.push({ path: 'to', code: 'future' })
  if (fromMs >= toMs) errors.push({ path: 'to', code: 'from-after-to' })
  if (errors.length > 0) throw new Refusal('rule-broken', { errors })
  return { from: new Date(fromMs), to: new Date(Math.min(toMs, now)) }
}

type OwnRange = { begin: Date; end: Date }

/** Returns the part of a range that is within the retention and not before `since`. `now` in epoch ms. */
function rangeSince(since: Date, { from, to }: Range, now: number): OwnRange {
  return { begin: new Date(Math.max(from.getTime(), since.getTime(), telemetryStoredSince(now))), end: to }
}

type HistoryData = Pick<History, 'series' | 'worked' | 'statuses' | 'faults'>

const nothing: HistoryData = {
  series: toSeries(new Map(), []),
  worked: { seconds: 0, starts: 0 },
  statuses: [],
  faults: [],
}

/**
 * The steps to read, and the range of `faults`, which may begin before the steps. `since`: the time from which the
 * reader may see faults.
 */
type DataToRead = GatewayStepsQuery & {
  faults: OwnRange & { since: Date }
  timeLeft: () => number
  onDamaged: DamageRecorder
}

async function readData(transaction: Transaction, dataToRead: DataToRead): Promise<HistoryData> {
  const { gatewayId, faults, timeLeft } = dataToRead
  const { since, begin: from, end: to } = faults
  const own = dataToRead.steps.begins.length === 0 ? nothing : await readOwnData(transaction, dataToRead)
  await limitStatementTime(transaction, timeLeft())
  const datedFaults = await readFaultHistory(transaction, { gatewayId, since, from, to, limit: maxHistoryFaults })
  return { ...own, faults: datedFaults.map(toFaultPeriod) }
}

async function readOwnData(
  transaction: Transaction,
  { gatewayId, steps, timeLeft, onDamaged }: DataToRead,
): Promise<Omit<HistoryData, 'faults'>> {
  const wanted = {
    gatewayId,
    begins: steps.begins.map((begin) => begin.getTime()),
    end: steps.end.getTime(),
    datapoints: historyDatapoints,
    onDamaged,
    timeLeft,
  }
  const [values, { worked, drawn }] = await readStepValuesWithinTimeLimit(transaction, wanted, async () =>
    readStatusHistory(transaction, { gatewayId, steps }),
  )
  return { series: toSeries(values, steps.begins), worked, statuses: joinEqualStatusSteps(drawn).map(toStatusPeriod) }
}

function toSeries(values: StepValuesByDatapoint, begins: readonly Date[]): HistorySeries[] {
  return historyDatapoints.map(({ id, values: { unit } }) => ({
    datapoint: id,
    unit,
    points: (values.get(id) ?? []).map(({ step, least, most, last }): HistoryPoint => {
      return [Math.floor((begins[step]?.getTime() ?? 0) / 1000), least, most, last]
    }),
  }))
}

function toStatusPeriod({ status, from, to }: DatedStatus): HistoryStatusPeriod {
  return { status, from: from.toISOString(), to: to.toISOString() }
}

/** Converts a fault to the API's response format. */
export function toFaultPeriod({ code, severity, from, to }: DatedFault): HistoryFaultPeriod {
  return { code, severity, from: from.toISOString(), to: to?.toISOString() ?? null }
}
