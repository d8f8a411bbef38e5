import { dayMs } from '#contract/durations.ts'
import { historyApi } from '#contract/history-api.ts'
import { type HistoryFaultPeriod, historyPointLimits } from '#contract/history.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'
import { type LookupState, useLookup } from '#client/use-lookup.ts'

/** The period in which occurrences of a fault are counted. Specification 22.6. */
const latelyMs = 30 * dayMs

/** The maximum number of occurrences of a fault that the page lists; `count` has the total. */
const maxShownFaults = 10

/**
 * The periods of the last 30 days with a fault, newest first. `shown`: the periods that the page lists; `count`: the
 * total number.
 */
export type FaultOccurrences = { count: number; shown: readonly HistoryFaultPeriod[] }

/** Selects the periods with one code among all faults of an appliance. */
export function findFaultOccurrences(faults: readonly HistoryFaultPeriod[], code: string): FaultOccurrences {
  const own = faults.filter((fault) => fault.code === code)
  return { count: own.length, shown: own.slice(0, maxShownFaults) }
}

const loadFaults = createCallThunk<readonly HistoryFaultPeriod[], string>(
  'appliances/fault-times',
  async (id, { call, now }) => {
    const query = { from: new Date(now() - latelyMs).toISOString(), points: String(historyPointLimits.min) }
    return (await call(historyApi.readHistory, { params: { id }, query })).faults
  },
)

/**
 * Loads the times of a fault, and loads them again whenever the fault begins or ends. `retry` repeats a failed load.
 */
export function useFaultOccurrences(
  id: string,
  code: string,
  isThere: boolean,
): { answer: LookupState<FaultOccurrences>; retry(): Promise<void> } {
  const dispatch = useCallDispatch()
  return useLookup(`${id} ${code} ${isThere}`, async () =>
    findFaultOccurrences(await dispatch(loadFaults(id)).unwrap(), code),
  )
}
