import { createSlice } from '@reduxjs/toolkit'
import * as z from 'zod/mini'
import { minuteMs } from '#contract/durations.ts'
import { type AccessTokens, fetchWithTimeout, readAnswer } from '#client/api-call.ts'

/**
 * The time before its expiry at which a token is renewed, in ms. The app checks the time every 60 s. Specification 9.
 */
const renewBeforeExpiryMs = minuteMs
const checkEveryMs = minuteMs
const timeLimitMs = 15_000
/**
 * The minimum pause between checks, in ms. If the clock is wrong, a new token can appear to be expired; without the
 * pause the page would request tokens endlessly.
 */
const minPauseMs = 1_000

const tokenAnswer = z.object({ accessToken: z.string(), expiresAt: z.iso.datetime({ offset: true }) })

type SignedIn = { kind: 'signed-in'; token: string; expiresAtMs: number; renewAtMs: number }
type State = { kind: 'unknown' } | SignedIn | { kind: 'signed-out' }

export type SessionChange = { kind: 'signed-in'; token: string } | { kind: 'signed-out' }

export type PageSessionDependencies = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Whether the request for the document had a session cookie. Without a cookie, the page requests no token. */
  isExpected: boolean
  /** Returns the current time in epoch ms. */
  now(): number
  onChange(change: SessionChange): void
  /** Called when a renewal in the background failed. The next check tries again. */
  onRenewalFailed(error: unknown): void
}

/**
 * The control of the session.
 * - `token`: returns the access token, after renewing it if it is about to expire.
 * - `renew`: returns a new token; parallel calls share one request.
 * - `current`: returns the current token without a request, for a closing page; null if there is none.
 * - `end`: deletes the token and stops the checks, without calling `onChange`.
 */
export type PageSession = AccessTokens & { current(): string | null; end(): void }

/**
 * Creates the app's part of the session: a short-lived access token, only in memory. The portal stores all other data
 * of the session, and the browser has a cookie that identifies the session.
 *
 * `token` and `renew` resolve to null if nobody is signed in. Both reject with CallError if the app cannot find this
 * out.
 */
export function createPageSession({
  fetch,
  isExpected,
  now,
  onChange,
  onRenewalFailed,
}: PageSessionDependencies): PageSession {
  let state: State = { kind: 'unknown' }
  let underWay: Promise<string | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function current(): string | null {
    return state.kind === 'signed-in' && state.expiresAtMs > now() ? state.token : null
  }

  function isFresh(): boolean {
    return state.kind === 'signed-in' && state.renewAtMs > now()
  }

  function end(): void {
    clearTimeout(timer)
    state = { kind: 'signed-out' }
  }

  function become(next: State): void {
    clearTimeout(timer)
    state = next
    if (next.kind === 'unknown') return
    if (next.kind === 'signed-in') timer = setTimeout(check, untilNextCheck(next.renewAtMs))
    onChange(next.kind === 'signed-in' ? { kind: 'signed-in', token: next.token } : { kind: 'signed-out' })
  }

  function check(): void {
    if (state.kind === 'signed-out') return
    if (!isFresh()) renew().catch(onRenewalFailed)
    timer = setTimeout(check, state.kind === 'signed-in' && isFresh() ? untilNextCheck(state.renewAtMs) : checkEveryMs)
  }

  /**
   * Schedules the next check, then throws `error`. If the document came with answers, the app can work without a token
   * until that check.
   */
  function checkLater(error: unknown): never {
    clearTimeout(timer)
    if (state.kind !== 'signed-out') timer = setTimeout(check, checkEveryMs)
    throw error
  }

  async function askForToken(): Promise<string | null> {
    const response = await fetchWithTimeout({ fetch, limitMs: timeLimitMs }, '/auth/token', { method: 'POST' })
    if (response.status === 401) {
      // Cancels the body: an unread body would keep its connection until the time limit.
      await response.body?.cancel()
      become({ kind: 'signed-out' })
      return null
    }
    const { accessToken, expiresAt } = await readAnswer(tokenAnswer, response)
    become(signedIn(accessToken, Date.parse(expiresAt)))
    return accessToken
  }

  /**
   * Returns the state for a new token. A token with a lifetime of less than two minutes is renewed after half of its
   * lifetime. Otherwise the renewal would be due immediately, and the app would request tokens endlessly.
   */
  function signedIn(accessToken: string, expiresAtMs: number): SignedIn {
    const early = Math.min(renewBeforeExpiryMs, (expiresAtMs - now()) / 2)
    return { kind: 'signed-in', token: accessToken, expiresAtMs, renewAtMs: expiresAtMs - early }
  }

  function untilNextCheck(renewAtMs: number): number {
    return Math.max(minPauseMs, Math.min(checkEveryMs, renewAtMs - now()))
  }

  function renew(): Promise<string | null> {
    underWay ??= askForToken()
      .catch(checkLater)
      .finally(() => {
        underWay = null
      })
    return underWay
  }

  async function token(): Promise<string | null> {
    if (state.kind === 'unknown' && !isExpected) become({ kind: 'signed-out' })
    if (state.kind === 'signed-out') return null
    if (isFresh()) return current()
    return renew().catch((error: unknown) => {
      const still = current()
      if (still === null) throw error
      return still
    })
  }

  return { token, renew, current, end }
}

/**
 * Returns the address of the sign-in in the app's language. After the sign-in, the browser returns to `returnTo`, a
 * path of the app with its query.
 */
export function loginPath(returnTo: string, language: string): string {
  return `/auth/login?${new URLSearchParams({ returnTo, language })}`
}

/**
 * Whether somebody is signed in, as far as the app has found out. `expected`: the request for the document had a
 * session cookie, and the app is checking that session. `let-in`: the document came with answers for the session, and
 * the app is still requesting its token. The token itself is never in the store.
 */
type SessionState =
  | { kind: 'unknown' }
  | { kind: 'expected' }
  | { kind: 'let-in' }
  | { kind: 'signed-in' }
  | { kind: 'signed-out' }

type WithSession = { session: SessionState }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ kind: 'unknown' }),
  reducers: {
    sessionExpected: (): SessionState => ({ kind: 'expected' }),
    sessionLetIn: (): SessionState => ({ kind: 'let-in' }),
    signedIn: (): SessionState => ({ kind: 'signed-in' }),
    signedOut: (): SessionState => ({ kind: 'signed-out' }),
  },
})

export const { sessionExpected, sessionLetIn, signedIn, signedOut } = sessionSlice.actions

export function selectIsSignedIn({ session }: WithSession): boolean {
  return session.kind === 'signed-in' || session.kind === 'let-in'
}

/** Whether the document came with answers for the session, so that the app need not wait for the token. */
export function selectHasDocumentAnswers({ session }: WithSession): boolean {
  return session.kind === 'let-in'
}

/** Whether a session is expected but not confirmed yet. The app then already shows the layout for signed-in people. */
export function selectIsSessionExpected({ session }: WithSession): boolean {
  return session.kind === 'expected'
}
