import {
  findNextFreshnessChange,
  type FreshnessEvidence,
  type Freshness,
  freshnessChanged,
  assessFreshness,
  selectFreshness,
} from '#client/appliances/state/freshness.ts'
import { isConnectionUpToDate, silenceMs } from '#client/live/live-connection.ts'
import type { State, Store } from './store.ts'

/**
 * The maximum delay of a timer, in ms. Timers stop while the computer sleeps, so a longer timer would fire too late.
 */
const clockEveryMs = 5_000

export type FreshnessDependencies = {
  store: Pick<Store, 'dispatch' | 'getState' | 'subscribe'>
  /** Returns the present time in epoch ms. */
  now(): number
}

/**
 * Starts to update the freshness of the app's values in the store, whenever the state or the time changes it.
 * Specification 14.4.
 */
export function startFreshnessUpdates({ store, now }: FreshnessDependencies): void {
  let waitingSince = now()
  let wasPushed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function reckon(): void {
    const state = store.getState()
    const isPushed = isPushedTo(state)
    if (wasPushed && !isPushed) waitingSince = now()
    wasPushed = isPushed
    const evidence = evidenceOf(state, isPushed, waitingSince)
    waitUntil(findNextFreshnessChange(evidence, now()))
    const next = assessFreshness(evidence, now())
    if (!isSame(next, selectFreshness(state))) store.dispatch(freshnessChanged(next))
  }

  function waitUntil(moment: number | null): void {
    clearTimeout(timer)
    if (moment !== null) timer = setTimeout(reckon, Math.min(Math.max(0, moment - now()), clockEveryMs))
  }

  store.subscribe(reckon)
  reckon()
}

/** Returns whether the server pushes the values of all appliances. If not, the app also polls the list. */
function isPushedTo({ live, appliances }: State): boolean {
  return live.kind === 'live' && !appliances.polling
}

function evidenceOf(state: State, isPushed: boolean, waitingSince: number): FreshnessEvidence {
  const { network, appliances } = state
  const { server, listedAt, lastMessageAt } = appliances
  return {
    isOffline: network === 'offline',
    isUnreachable: server === 'out-of-reach',
    isPushed,
    listedAt,
    lastMessageAt,
    waitingSince: Math.min(waitingSince, silentSince(state) ?? Infinity),
  }
}

/**
 * Returns the time since which the server counts as silent, in epoch ms; null if the socket is up to date or has never
 * delivered a message. If the computer slept, this time is long before the moment when the app closes its socket.
 */
function silentSince({ live, appliances }: State): number | null {
  return isConnectionUpToDate(live) || appliances.lastMessageAt === null ? null : appliances.lastMessageAt + silenceMs
}

function isSame(one: Freshness, other: Freshness): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
