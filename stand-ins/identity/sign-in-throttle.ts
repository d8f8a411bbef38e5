import type { Pool } from 'pg'
import { minuteMs } from '#contract/durations.ts'
import * as store from './store.ts'

/** The maximum number of failed attempts within `windowMs`, for one account and for one IP address. */
export type SignInLimits = { perAccount: number; perAddress: number; windowMs: number }

export const defaultSignInLimits: SignInLimits = { perAccount: 10, perAddress: 50, windowMs: 15 * minuteMs }

export type SignInThrottle = {
  /** Counts an attempt before the password is checked, so that parallel guesses also count. */
  begin(attempt: ThrottledAttempt): Promise<ThrottleVerdict>
  /**
   * Removes all attempts of the account, and this attempt of the IP address, from the counts. Call this function when
   * the password was right.
   */
  recordSuccess(attempt: ThrottledAttempt): Promise<void>
}

export type ThrottledAttempt = { account: string; address: string }
export type ThrottleVerdict = { kind: 'allowed' } | { kind: 'blocked'; retryAfterSeconds: number }

type ThrottleDependencies = {
  pool: Pool
  clock: { now(): number }
  limits: SignInLimits
  /** The purpose of the attempts. Each purpose has its own counts. */
  purpose: 'sign-in' | 'new-account'
}

export function createSignInThrottle({ pool, clock, limits, purpose }: ThrottleDependencies): SignInThrottle {
  const count = (subject: string) => store.countAttempt(pool, { subject, now: clock.now(), windowMs: limits.windowMs })
  return {
    async begin(attempt) {
      const { account, address } = subjectsOf(purpose, attempt)
      const [ofAccount, ofAddress] = await Promise.all([count(account), count(address)])
      const ends = Math.max(
        ofAccount.count > limits.perAccount ? ofAccount.windowEnds : 0,
        ofAddress.count > limits.perAddress ? ofAddress.windowEnds : 0,
      )
      if (ends === 0) return { kind: 'allowed' }
      return { kind: 'blocked', retryAfterSeconds: Math.max(1, Math.ceil((ends - clock.now()) / 1000)) }
    },
    async recordSuccess(attempt) {
      const { account, address } = subjectsOf(purpose, attempt)
      await Promise.all([store.deleteAttempts(pool, account), store.decrementAttempts(pool, address)])
    },
  }
}

function subjectsOf(purpose: string, { account, address }: ThrottledAttempt): ThrottledAttempt {
  return { account: `${purpose}:account:${account.trim().toLowerCase()}`, address: `${purpose}:address:${address}` }
}
