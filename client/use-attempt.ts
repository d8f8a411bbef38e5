import { useState } from 'react'
import type { CallFailure } from './api-call.ts'
import { callFailureOf } from './call-thunk.ts'

export type UseAttemptResult<Reason> = {
  /** Why the last attempt failed; null if it succeeded, or while one is in progress. */
  failure: Reason | null
  /** Waits for a call. Returns its result; null if the call failed. */
  attempt<Result>(call: Promise<Result>): Promise<{ result: Result } | null>
}

/**
 * Stores why the last call of a control failed. `reasonOf` returns the reason, which is often the id of a message. It
 * returns null if the caller shows the failure in another way.
 */
export function useAttempt<Reason>(
  reasonOf: (failure: CallFailure | undefined) => Reason | null,
): UseAttemptResult<Reason> {
  const [failure, setFailure] = useState<Reason | null>(null)

  async function attempt<Result>(call: Promise<Result>): Promise<{ result: Result } | null> {
    setFailure(null)
    try {
      return { result: await call }
    } catch (error) {
      setFailure(reasonOf(callFailureOf(error)))
      return null
    }
  }

  return { failure, attempt }
}
