import { useCallback, useEffect, useState } from 'react'
import type { Takeover } from '#contract/takeover.ts'
import { takeoverApi } from '#contract/takeover-api.ts'
import { isRefusedWith } from '#client/api-call.ts'
import { callFailureOf, useCallDependencies } from '#client/call-thunk.ts'
import { hasTakeoverEnded } from '#client/appliances/state/takeover-calls.ts'

/** A takeover. `readAt`: when the page read it, in epoch ms by the clock of this device, which may be wrong. */
export type TakeoverWithReadTime = Takeover & { readAt: number }

export type UseTakeoverResult = {
  /** The takeover; null until it is read. */
  takeover: TakeoverWithReadTime | null
  /**
   * The result of the last read. `unknown`: the takeover does not exist for this person, and the page stops reading.
   * `unreachable`: any other failure; the page continues to read.
   */
  problem: 'none' | 'unknown' | 'unreachable'
  read(): Promise<void>
}

/**
 * The pauses between two reads, in ms. `acting`: while the person must act. `waiting`: while only the owner can act.
 */
const everyMs = { acting: 2_000, waiting: 60_000 }

/**
 * Reads a takeover repeatedly until the takeover ends or the server does not find it. Continues after any other
 * failure.
 */
export function useTakeover(takeoverId: string): UseTakeoverResult {
  const { call } = useCallDependencies()
  const [state, setState] = useState<Omit<UseTakeoverResult, 'read'>>({ takeover: null, problem: 'none' })

  const readTakeover = useCallback(async () => {
    try {
      const takeover = await call(takeoverApi.readTakeover, { params: { takeoverId } })
      setState({ takeover: { ...takeover, readAt: Date.now() }, problem: 'none' })
    } catch (error) {
      setState((before) => ({
        ...before,
        problem: isRefusedWith(callFailureOf(error), 'not-found') ? 'unknown' : 'unreachable',
      }))
    }
  }, [call, takeoverId])

  const { takeover, problem } = state
  const isOver = problem === 'unknown' || (takeover !== null && hasTakeoverEnded(takeover))
  const pauseMs = takeover?.step === 'owner-asked' ? everyMs.waiting : everyMs.acting

  useEffect(() => {
    if (isOver) return undefined
    const readNow = (): void => void readTakeover()
    readNow()
    const timer = setInterval(readNow, pauseMs)
    document.addEventListener('visibilitychange', readNow)
    window.addEventListener('online', readNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readNow)
      window.removeEventListener('online', readNow)
    }
  }, [readTakeover, isOver, pauseMs])

  return { ...state, read: readTakeover }
}
