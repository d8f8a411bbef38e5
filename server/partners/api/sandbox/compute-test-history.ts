import type { GatewayStatus } from '#contract/appliance.ts'
import { historyDatapoints } from '#contract/datapoints.ts'
import type { History, HistoryPoint, HistorySeries, HistoryStatusPeriod } from '#contract/history.ts'
import { computeTestValues } from './compute-test-values.ts'
import type { TestApplianceWithState, TestFault } from './store.ts'

/** The range of a history and its steps. `begins`: the starts of the steps. `end`: the end of the last step. */
export type HistoryPlan = Pick<History, 'from' | 'to' | 'stepSeconds'> & { begins: readonly Date[]; end: Date }

const samplesOfStep = 4

/**
 * Computes the history of a test appliance, without its list of faults. Before the last change of the status, the
 * status is computed from `faults`: the status of a fault while it lasts, otherwise WORKING.
 */
export function computeTestHistory(
  appliance: TestApplianceWithState,
  { plan, faults }: { plan: HistoryPlan; faults: readonly TestFault[] },
): Omit<History, 'faults'> {
  const { begins, end, ...summary } = plan
  const statuses = statusesOf(appliance, { begins, end, faults })
  const worked = statuses.filter(({ status }) => status === 'WORKING')
  const [first] = statuses
  return {
    ...summary,
    series: seriesOf(appliance, { begins, end }),
    worked: {
      seconds: Math.round(worked.reduce((sum, { from, to }) => sum + (to - from), 0) / 1000),
      starts: worked.filter((period) => period !== first).length,
    },
    statuses: statuses.map(({ status, from, to }): HistoryStatusPeriod => {
      return { status, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    }),
  }
}

type Steps = Pick<HistoryPlan, 'begins' | 'end'>

function seriesOf(appliance: TestApplianceWithState, { begins, end }: Steps): HistorySeries[] {
  const until = Math.min(end.getTime(), appliance.silentSince?.getTime() ?? Infinity)
  const steps = begins.flatMap((begin, index) => {
    const [from, to] = [begin.getTime(), Math.min(begins[index + 1]?.getTime() ?? until, until)]
    if (from >= to) return []
    const pause = (to - from) / samplesOfStep
    const samples = Array.from({ length: samplesOfStep }, (_, sample) =>
      computeTestValues(appliance, from + sample * pause),
    )
    return [{ start: Math.floor(from / 1000), samples }]
  })
  return historyDatapoints.map(({ id, values: { unit } }) => ({
    datapoint: id,
    unit,
    points: steps.flatMap(({ start, samples }): HistoryPoint[] => {
      const numbers = samples.map((sample) => sample[id]).filter((value) => typeof value === 'number')
      const last = numbers.at(-1)
      return last === undefined ? [] : [[start, Math.min(...numbers), Math.max(...numbers), last]]
    }),
  }))
}

/** A period with one status. `from` and `to`: epoch ms. */
type Period = { status: GatewayStatus; from: number; to: number }

function statusesOf(
  appliance: TestApplianceWithState,
  { begins, end, faults }: Steps & { faults: readonly TestFault[] },
): Period[] {
  const first = begins[0]?.getTime()
  if (first === undefined) return []
  const { since, silentSince } = appliance
  const changes = [since, silentSince, ...faults.flatMap(({ beganAt, endedAt }) => [beganAt, endedAt])]
  const inside = changes.flatMap((at) => (at !== null && at > new Date(first) && at < end ? [at.getTime()] : []))
  const bounds = [first, ...new Set(inside.toSorted((one, other) => one - other)), end.getTime()]
  const periods: Period[] = []
  for (const [index, from] of bounds.slice(0, -1).entries()) {
    const status = statusAt(appliance, { faults, at: from })
    const to = bounds[index + 1] ?? from
    const last = periods.at(-1)
    if (last?.status === status) last.to = to
    else periods.push({ status, from, to })
  }
  return periods
}

function statusAt(
  { reported, since, silentSince }: TestApplianceWithState,
  { faults, at }: { faults: readonly TestFault[]; at: number },
): GatewayStatus {
  if (silentSince !== null && silentSince.getTime() <= at) return 'OFFLINE'
  if (since.getTime() <= at) return reported
  const lasting = faults.find(
    ({ beganAt, endedAt }) => beganAt.getTime() <= at && (endedAt === null || at < endedAt.getTime()),
  )
  return lasting?.severity ?? 'WORKING'
}
