import { historyApi } from '#contract/history-api.ts'
import type { History } from '#contract/history.ts'
import type { ApiCall } from '#client/api-call.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { type LookupState, useLookup } from '#client/use-lookup.ts'

/** The request for a history. `from` and `to`: RFC 3339; `to` is null for a range that ends now. */
export type HistoryRequest = {
  applianceId: string
  from: string
  to: string | null
  points: number
  timeZone: string
  /** Identifies the period, because its `from` and `to` change as time passes. */
  period: string
}

async function readHistory(
  call: ApiCall,
  { applianceId, from, to, points, timeZone }: HistoryRequest,
): Promise<History> {
  return call(historyApi.readHistory, {
    params: { id: applianceId },
    query: { from, points: String(points), timeZone, ...(to !== null && { to }) },
  })
}

export type AnsweredHistoryRequest = { history: History; request: HistoryRequest }

/** The state of a load, and the last loaded history, which stays visible while the next one loads. */
export type HistoryLoad = {
  state: LookupState<AnsweredHistoryRequest>['kind']
  latest: AnsweredHistoryRequest | null
  retry(): Promise<void>
}

/** Loads the history of an appliance. Loads nothing if `request` is null. `retry` repeats a failed load. */
export function useHistory(request: HistoryRequest | null): HistoryLoad {
  const { call } = useCallDependencies()
  const { answer, latest, retry } = useLookup(request && JSON.stringify(request), async () =>
    request === null ? null : { request, history: await readHistory(call, request) },
  )
  return { state: answer.kind, latest, retry }
}
