import { historyApi } from '#contract/history-api.ts'
import { type HistoryFault, historyPoints } from '#contract/history.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'
import { type LookUp, useLookUp } from '#client/use-look-up.ts'

/** How far back a fault is counted. Specification 22.6. */
const latelyMs = 30 * 24 * 60 * 60 * 1000

/** More than anybody reads of one fault. */
const shownAtMost = 10

/** When a fault was reported in the last 30 days, newest first: as many as are shown, and how many in all. */
export type FaultTimes = { count: number; shown: readonly HistoryFault[] }

/** The periods of one code among those of an appliance. */
export function timesOf(faults: readonly HistoryFault[], code: string): FaultTimes {
  const own = faults.filter((fault) => fault.code === code)
  return { count: own.length, shown: own.slice(0, shownAtMost) }
}

const loadFaults = createCallThunk<readonly HistoryFault[], string>(
  'appliances/fault-times',
  async (id, { call, now }) => {
    const query = { from: new Date(now() - latelyMs).toISOString(), points: String(historyPoints.least) }
    return (await call(historyApi.readHistory, { params: { id }, query })).faults
  },
)

/** Asked again whenever the fault comes or goes. `retry` asks again after a failure. */
export function useFaultTimes(
  id: string,
  code: string,
  isThere: boolean,
): { answer: LookUp<FaultTimes>; retry(): void } {
  const dispatch = useCallDispatch()
  return useLookUp(`${id} ${code} ${isThere}`, async () => timesOf(await dispatch(loadFaults(id)).unwrap(), code))
}
