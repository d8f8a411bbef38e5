import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/**
 * The state of the page's live connection. `attempt` counts the attempts since it was last live; at 0 the values were
 * read a moment ago and still count as current.
 *
 * - `connecting`: a socket is being opened. `registering`: it is open, and the server has not answered yet.
 * - `live`: the server has confirmed, and last sent something less than {@link silenceMs} ago.
 * - `polling`: the socket was lost. `refused`: the server rejected it, with a status. Each waits with growing pauses
 * and retries.
 * - `terms-missing`: the server rejected it with 412, because terms or country are missing; a retry makes sense only
 * after they are given.
 * - `offline`: the browser has no network, and reports when it returns.
 */
export type LiveConnection =
  | { kind: 'signed-out' }
  | { kind: 'connecting'; attempt: number }
  | { kind: 'registering'; attempt: number }
  | { kind: 'live' }
  | { kind: 'polling'; attempt: number }
  | { kind: 'refused'; attempt: number; code: number }
  | { kind: 'terms-missing'; attempt: number }
  | { kind: 'offline'; attempt: number }

export type LiveEvent =
  /** Somebody signed in, or the token was renewed. */
  | { kind: 'signed-in' }
  | { kind: 'signed-out' }
  | { kind: 'opened' }
  | { kind: 'closed' }
  /** The server sent anything to a registered page. */
  | { kind: 'confirmed' }
  | { kind: 'refused'; code: number }
  /** Terms were accepted or an account completed, on this page or elsewhere: the server may now accept the page. */
  | { kind: 'admitted' }
  | { kind: 'went-offline' }
  | { kind: 'came-online' }
  /** The time limit of the state, {@link timeOf}, has expired. */
  | { kind: 'time-up' }

/** `open-soon`: after a random pause, because a restarting server loses all pages at once. */
export type LiveCommand = 'open' | 'open-soon' | 'register' | 'renew' | 'close'

export type LiveStep = { state: LiveConnection; commands: readonly LiveCommand[] }

/** A shorter gap is not shown. */
export const graceMs = 5_000

/** A socket or an answer that takes longer counts as failed. */
export const openingTimeoutMs = 20_000

/** Confirmations come every 25 s; after two missing ones the state is unknown. */
export const silenceMs = 55_000

const maxPauseMs = 30_000

/** The transition for an event; docs/explanation/live-connection.md has a diagram. Specification 14.4. */
export function stepLive(state: LiveConnection, event: LiveEvent): LiveStep {
  if (state.kind === 'signed-out') {
    return event.kind === 'signed-in' ? go({ kind: 'connecting', attempt: 0 }, 'open') : stay(state)
  }
  switch (event.kind) {
    case 'signed-in':
      return withToken(state)
    case 'signed-out':
      return go({ kind: 'signed-out' }, 'close')
    case 'went-offline':
      return go({ kind: 'offline', attempt: Math.max(1, attemptOf(state)) }, 'close')
    case 'came-online':
    case 'admitted':
      return isWaiting(state) ? tryAgain(state) : stay(state)
    case 'opened':
      return state.kind === 'connecting' ? go({ ...state, kind: 'registering' }, 'register') : stay(state)
    case 'confirmed':
      return state.kind === 'registering' || state.kind === 'live' ? go({ kind: 'live' }) : stay(state)
    case 'refused':
      return state.kind === 'registering' || state.kind === 'live' ? refusedWith(event.code, state) : stay(state)
    case 'closed':
      return lost(state)
    case 'time-up':
      return timeUp(state)
  }
}

type Waiting = Extract<LiveConnection, { kind: 'polling' | 'refused' | 'terms-missing' | 'offline' }>

type SignedIn = Exclude<LiveConnection, { kind: 'signed-out' }>

/** Whether the page waits before it tries again. */
export function isWaiting(state: LiveConnection): state is Waiting {
  return ['polling', 'refused', 'terms-missing', 'offline'].includes(state.kind)
}

function attemptOf(state: SignedIn): number {
  return state.kind === 'live' ? 0 : state.attempt
}

function go(state: LiveConnection, ...commands: readonly LiveCommand[]): LiveStep {
  return { state, commands }
}

function stay(state: LiveConnection): LiveStep {
  return { state, commands: [] }
}

function tryAgain({ attempt }: Waiting): LiveStep {
  return go({ kind: 'connecting', attempt }, 'open')
}

/**
 * If the server keeps rejecting renewed tokens, the page pauses before the next attempt, from the second rejection
 * on.
 */
function withToken(state: SignedIn): LiveStep {
  if (state.kind === 'connecting') return stay(state)
  if (state.kind === 'live') return go({ kind: 'registering', attempt: 0 }, 'register')
  if (state.kind === 'registering') return go({ ...state }, 'register')
  return state.kind === 'refused' && state.attempt > 1 ? stay(state) : tryAgain(state)
}

function refusedWith(code: number, state: SignedIn): LiveStep {
  const attempt = attemptOf(state) + 1
  if (code === 412) return go({ kind: 'terms-missing', attempt }, 'close')
  if (code === 401) return go({ kind: 'refused', attempt, code }, 'close', 'renew')
  return go({ kind: 'refused', attempt, code }, 'close')
}

function lost(state: SignedIn): LiveStep {
  if (state.kind === 'live') return go({ kind: 'connecting', attempt: 0 }, 'open-soon')
  if (isWaiting(state)) return stay(state)
  return go({ kind: 'polling', attempt: state.attempt + 1 }, 'close')
}

function timeUp(state: SignedIn): LiveStep {
  if (state.kind === 'live') return go({ kind: 'connecting', attempt: 1 }, 'close', 'open')
  if (isWaiting(state)) return tryAgain(state)
  if (state.attempt === 0) return go({ ...state, attempt: 1 })
  return go({ kind: 'polling', attempt: state.attempt + 1 }, 'close')
}

/** The time limit of a state in ms; null for none. */
export function timeOf(state: LiveConnection): number | null {
  switch (state.kind) {
    case 'signed-out':
    case 'terms-missing':
    case 'offline':
      return null
    case 'live':
      return silenceMs
    case 'connecting':
    case 'registering':
      return state.attempt === 0 ? graceMs : openingTimeoutMs
    case 'polling':
    case 'refused':
      return Math.min(maxPauseMs, 1_000 * 2 ** (state.attempt - 1))
  }
}

/** Whether the shown values count as current; otherwise the page shows their age. */
export function isUpToDate(state: LiveConnection): boolean {
  return state.kind === 'live' || ((state.kind === 'connecting' || state.kind === 'registering') && state.attempt === 0)
}

/** The live connection in the store, for everything that shows it. */
export const liveSlice = createSlice({
  name: 'live',
  initialState: (): LiveConnection => ({ kind: 'signed-out' }),
  reducers: { liveChanged: (_, { payload }: PayloadAction<LiveConnection>) => payload },
})

export const { liveChanged } = liveSlice.actions
