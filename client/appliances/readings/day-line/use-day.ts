import { useCallback, useEffect, useRef, useState } from 'react'
import { minuteMs } from '#contract/durations.ts'
import { historyApi } from '#contract/history-api.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { type RollingDay, toRollingDay } from './day.ts'
import { cacheDay, getCachedDay } from './cached-days.ts'

/** The state of loading the last 24 hours. While a loaded day is fetched again, the state stays `read`. */
export type DayLoadState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'read'; day: RollingDay }

const steps = 144

/** The age in ms below which a day is not read again, because live values extend it. */
const freshForMs = 5 * minuteMs

const dayLoadState: DayLoadState = { kind: 'loading' }

/**
 * Reads the last 24 hours, and reads them again every few minutes while they are visible. `retry` repeats a failed
 * read; the state stays `failed` until the answer is there.
 */
export function useDay(id: string, isInView: boolean): { reading: DayLoadState; retry(): Promise<void> } {
  const { call } = useCallDependencies()
  const [reading, setReading] = useState<DayLoadState>(() => readingOf(getCachedDay(id)))
  /** The number of reads. The answer to a read is ignored if it has increased since the read began. */
  const turns = useRef(0)
  const hasFailed = reading.kind === 'failed'

  const read = useCallback(async () => {
    const turn = (turns.current += 1)
    const isLatest = () => turn === turns.current
    try {
      const day = toRollingDay(await call(historyApi.readHistory, { params: { id }, query: { points: String(steps) } }))
      if (!isLatest()) return
      cacheDay(id, day)
      setReading({ kind: 'read', day })
    } catch {
      if (isLatest()) setReading(afterFailure)
    }
  }, [call, id])

  useEffect(() => {
    if (!isInView || hasFailed) return undefined
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined

    async function readAgain(): Promise<void> {
      await read()
      if (isWanted) timer = setTimeout(() => void readAgain(), freshForMs)
    }

    const age = Date.now() - (getCachedDay(id)?.at ?? 0)
    if (age < freshForMs) timer = setTimeout(() => void readAgain(), freshForMs - age)
    else void readAgain()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [id, isInView, hasFailed, read])

  return { reading, retry: read }
}

/** Returns the state after a failed read: a day that was read before stays visible. */
function afterFailure(before: DayLoadState): DayLoadState {
  return before.kind === 'read' ? before : { kind: 'failed' }
}

function readingOf(current: ReturnType<typeof getCachedDay>): DayLoadState {
  return current ? { kind: 'read', day: current.day } : dayLoadState
}
