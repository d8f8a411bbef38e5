import { useState } from 'react'
import type { CallFailure } from './api-call.ts'
import { callFailureOf } from './call-thunk.ts'

export type UseAttemptResult<Reason> = {
  /** Why the last attempt failed; null if it succeeded, while one is in progress, and after `reset`. */
  failure: Reason | null
  /** Waits for a call. Returns its result; null if the call failed. */
  attempt<Result>(call: Promise<Result>): Promise<{ result: Result } | null>
  /** Removes the failure. Call it when a question opens, so that the failure does not appear again after Cancel. */
  reset(): void
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

  return { failure, attempt, reset: () => setFailure(null) }
}
