import { useEffect, useState } from 'react'
import { historyApi } from '#contract/history-api.ts'
import type { History } from '#contract/history.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'

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

const readHistory = createCallThunk<History, HistoryRequest>(
  'appliances/history',
  async ({ applianceId, from, to, points, timeZone }, { call }) =>
    call(historyApi.readHistory, {
      params: { id: applianceId },
      query: { from, points: String(points), timeZone, ...(to !== null && { to }) },
    }),
)

export type AnsweredHistoryRequest = { history: History; request: HistoryRequest }

/** The state of a load. `before`: the previous result, which stays visible while the next one loads. */
export type HistoryLoadState =
  | { kind: 'loading'; before: AnsweredHistoryRequest | null }
  | { kind: 'failed'; before: AnsweredHistoryRequest | null }
  | { kind: 'read'; history: History }

type Read = { key: string; history: History | null; before: AnsweredHistoryRequest | null }

/** Loads the history of an appliance. Loads nothing if `request` is null. If `tries` changes, repeats the load. */
export function useHistory(request: HistoryRequest | null, tries = 0): HistoryLoadState {
  const dispatch = useCallDispatch()
  const [last, setRead] = useState<Read | null>(null)
  const key = JSON.stringify([request, tries])

  useEffect(() => {
    const [wanted] = JSON.parse(key) as [HistoryRequest | null]
    if (wanted === null) return undefined
    let isWanted = true
    const read = async (): Promise<void> => {
      const answer = await dispatch(readHistory(wanted))
      const history = readHistory.fulfilled.match(answer) ? answer.payload : null
      const found = history && { history, request: wanted }
      if (isWanted) setRead((earlier) => ({ key, history, before: found ?? earlier?.before ?? null }))
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [dispatch, key])

  if (last?.key !== key) return { kind: 'loading', before: last?.before ?? null }
  return last.history ? { kind: 'read', history: last.history } : { kind: 'failed', before: last.before }
}
