import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/**
 * The state of the page's live connection. `attempt` counts the attempts since the connection was last `live`. At
 * attempt 0 the values still count as current, because the page received them shortly before.
 *
 * - `connecting`: a socket is being opened. `registering`: the socket is open, and the server has not answered yet.
 * - `live`: the server has confirmed the registration, and sent its last message less than {@link silenceMs} ago.
 * - `polling`: the socket was lost. `refused`: the server rejected the page, with a status. In both states the page
 *   waits   before its next attempt, longer each time.
 * - `terms-missing`: the server rejected the page with 412, because terms or country are missing. The page tries again
 *   once the person has given them.
 * - `offline`: the browser has no network, and reports when the network returns.
 */
export type LiveConnectionState =
  | { kind: 'signed-out' }
  | { kind: 'connecting'; attempt: number }
  | { kind: 'registering'; attempt: number }
  | { kind: 'live' }
  | { kind: 'polling'; attempt: number }
  | { kind: 'refused'; attempt: number; code: number }
  | { kind: 'terms-missing'; attempt: number }
  | { kind: 'offline'; attempt: number }

export type LiveEvent =
  /** The person signed in, or the token was renewed. */
  | { kind: 'signed-in' }
  | { kind: 'signed-out' }
  | { kind: 'opened' }
  | { kind: 'closed' }
  /** The server sent a message to the registered page. */
  | { kind: 'confirmed' }
  | { kind: 'refused'; code: number }
  /** Terms were accepted or an account was saved, on this page or elsewhere, so the server may now accept the page. */
  | { kind: 'admitted' }
  | { kind: 'went-offline' }
  | { kind: 'came-online' }
  /** The time limit of the state has expired; {@link timeOf} returns it. */
  | { kind: 'time-up' }

/**
 * The action to take. `open-soon` opens the socket after a random pause, because a server that restarts loses the
 * sockets of all pages at the same time.
 */
export type LiveCommand = 'open' | 'open-soon' | 'register' | 'renew' | 'close'

export type LiveStep = { state: LiveConnectionState; commands: readonly LiveCommand[] }

/** The length of a gap in the connection, in ms, up to which the page does not show the gap. */
export const connectionGapGraceMs = 5_000

/** The time limit for opening a socket, and for the first answer on it, in ms. */
export const socketOpeningTimeoutMs = 20_000

/**
 * The time without a message after which the connection counts as lost, in ms. The server confirms the connection every
 * 25 s, so two confirmations are missing by then.
 */
export const silenceMs = 55_000

const maxPauseMs = 30_000

/**
 * Returns the next state and the actions for an event. docs/explanation/live-connection.md has a diagram. Specification
 * 14.4.
 */
export function stepLiveConnection(state: LiveConnectionState, event: LiveEvent): LiveStep {
  if (state.kind === 'signed-out') {
    return event.kind === 'signed-in' ? transition({ kind: 'connecting', attempt: 0 }, 'open') : transition(state)
  }
  switch (event.kind) {
    case 'signed-in':
      return withToken(state)
    case 'signed-out':
      return transition({ kind: 'signed-out' }, 'close')
    case 'went-offline':
      return transition({ kind: 'offline', attempt: Math.max(1, attemptOf(state)) }, 'close')
    case 'came-online':
    case 'admitted':
      return isWaitingToConnect(state) ? tryAgain(state) : transition(state)
    case 'opened':
      return state.kind === 'connecting' ? transition({ ...state, kind: 'registering' }, 'register') : transition(state)
    case 'confirmed':
      return state.kind === 'registering' || state.kind === 'live' ? transition({ kind: 'live' }) : transition(state)
    case 'refused':
      return state.kind === 'registering' || state.kind === 'live' ? afterRefusal(event.code, state) : transition(state)
    case 'closed':
      return afterLoss(state)
    case 'time-up':
      return afterTimeout(state)
  }
}

type Waiting = Extract<LiveConnectionState, { kind: 'polling' | 'refused' | 'terms-missing' | 'offline' }>

type SignedIn = Exclude<LiveConnectionState, { kind: 'signed-out' }>

/** Whether the page waits before its next attempt. */
export function isWaitingToConnect(state: LiveConnectionState): state is Waiting {
  return ['polling', 'refused', 'terms-missing', 'offline'].includes(state.kind)
}

function attemptOf(state: SignedIn): number {
  return state.kind === 'live' ? 0 : state.attempt
}

function transition(state: LiveConnectionState, ...commands: readonly LiveCommand[]): LiveStep {
  return { state, commands }
}

function tryAgain({ attempt }: Waiting): LiveStep {
  return transition({ kind: 'connecting', attempt }, 'open')
}

/**
 * Registers with the new token, or opens the socket again. After a second successive rejection, the app first waits for
 * the pause, because the server may reject each renewed token.
 */
function withToken(state: SignedIn): LiveStep {
  if (state.kind === 'connecting') return transition(state)
  if (state.kind === 'live') return transition({ kind: 'registering', attempt: 0 }, 'register')
  if (state.kind === 'registering') return transition({ ...state }, 'register')
  return state.kind === 'refused' && state.attempt > 1 ? transition(state) : tryAgain(state)
}

function afterRefusal(code: number, state: SignedIn): LiveStep {
  const attempt = attemptOf(state) + 1
  if (code === 412) return transition({ kind: 'terms-missing', attempt }, 'close')
  if (code === 401) return transition({ kind: 'refused', attempt, code }, 'close', 'renew')
  return transition({ kind: 'refused', attempt, code }, 'close')
}

function afterLoss(state: SignedIn): LiveStep {
  if (state.kind === 'live') return transition({ kind: 'connecting', attempt: 0 }, 'open-soon')
  if (isWaitingToConnect(state)) return transition(state)
  return transition({ kind: 'polling', attempt: state.attempt + 1 }, 'close')
}

function afterTimeout(state: SignedIn): LiveStep {
  if (state.kind === 'live') return transition({ kind: 'connecting', attempt: 1 }, 'close', 'open')
  if (isWaitingToConnect(state)) return tryAgain(state)
  if (state.attempt === 0) return transition({ ...state, attempt: 1 })
  return transition({ kind: 'polling', attempt: state.attempt + 1 }, 'close')
}

/** Returns the time limit of a state in ms; null if it has none. */
export function timeLimitOfLiveState(state: LiveConnectionState): number | null {
  switch (state.kind) {
    case 'signed-out':
    case 'terms-missing':
    case 'offline':
      return null
    case 'live':
      return silenceMs
    case 'connecting':
    case 'registering':
      return state.attempt === 0 ? connectionGapGraceMs : socketOpeningTimeoutMs
    case 'polling':
    case 'refused':
      return Math.min(maxPauseMs, 1_000 * 2 ** (state.attempt - 1))
  }
}

/** Whether the shown values count as current. Otherwise the app shows their age. */
export function isConnectionUpToDate(state: LiveConnectionState): boolean {
  return state.kind === 'live' || ((state.kind === 'connecting' || state.kind === 'registering') && state.attempt === 0)
}

export const liveSlice = createSlice({
  name: 'live',
  initialState: (): LiveConnectionState => ({ kind: 'signed-out' }),
  reducers: { liveChanged: (_, { payload }: PayloadAction<LiveConnectionState>) => payload },
})

export const { liveChanged } = liveSlice.actions
