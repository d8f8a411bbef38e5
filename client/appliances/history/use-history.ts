import { useEffect, useState } from 'react'
import { historyApi } from '#contract/history-api.ts'
import type { History } from '#contract/history.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'

/** The request for a history; `to` is absent for now. Times in RFC 3339. */
export type HistoryWish = {
  applianceId: string
  from: string
  to: string | null
  points: number
  timeZone: string
  /** Identifies the period: the same period begins and ends later as time passes. */
  period: string
}

const readHistory = createCallThunk<History, HistoryWish>(
  'appliances/history',
  async ({ applianceId, from, to, points, timeZone }, { call }) =>
    call(historyApi.readHistory, {
      params: { id: applianceId },
      query: { from, points: String(points), timeZone, ...(to !== null && { to }) },
    }),
)

export type AnsweredWish = { history: History; wish: HistoryWish }

/** `before`: the previous result, shown while another one loads. */
export type HistoryState =
  | { kind: 'loading'; before: AnsweredWish | null }
  | { kind: 'failed'; before: AnsweredWish | null }
  | { kind: 'read'; history: History }

type Read = { key: string; history: History | null; before: AnsweredWish | null }

/** Loads the history of an appliance; null loads nothing. A changed `tries` repeats the load. */
export function useHistory(wish: HistoryWish | null, tries = 0): HistoryState {
  const dispatch = useCallDispatch()
  const [last, setRead] = useState<Read | null>(null)
  const key = JSON.stringify([wish, tries])

  useEffect(() => {
    const [wanted] = JSON.parse(key) as [HistoryWish | null]
    if (wanted === null) return undefined
    let isWanted = true
    const read = async (): Promise<void> => {
      const answer = await dispatch(readHistory(wanted))
      const history = readHistory.fulfilled.match(answer) ? answer.payload : null
      const found = history && { history, wish: wanted }
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
