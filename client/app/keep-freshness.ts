import {
  changesAt,
  type FreshnessFacts,
  type Freshness,
  freshnessChanged,
  freshnessOf,
  selectFreshness,
} from '#client/appliances/state/freshness.ts'
import { isUpToDate, silenceMs } from '#client/live/connection.ts'
import type { State, Store } from './store.ts'

/** The interval of clock checks: timers stop while the machine sleeps, so a single timer would be late. */
const clockEveryMs = 5_000

export type FreshnessDependencies = {
  store: Pick<Store, 'dispatch' | 'getState' | 'subscribe'>
  /** Epoch ms. */
  now(): number
}

/** Keeps the store's one freshness value up to date. Specification 14.4. */
export function keepFreshness({ store, now }: FreshnessDependencies): void {
  let waitingSince = now()
  let wasPushed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function reckon(): void {
    const state = store.getState()
    const isPushed = isPushedTo(state)
    if (wasPushed && !isPushed) waitingSince = now()
    wasPushed = isPushed
    const evidence = evidenceOf(state, isPushed, waitingSince)
    waitUntil(changesAt(evidence, now()))
    const next = freshnessOf(evidence, now())
    if (!isSame(next, selectFreshness(state))) store.dispatch(freshnessChanged(next))
  }

  function waitUntil(moment: number | null): void {
    clearTimeout(timer)
    if (moment !== null) timer = setTimeout(reckon, Math.min(Math.max(0, moment - now()), clockEveryMs))
  }

  store.subscribe(reckon)
  reckon()
}

/** If the server does not push all appliances, the page also polls the list. */
function isPushedTo({ live, appliances }: State): boolean {
  return live.kind === 'live' && !appliances.polling
}

function evidenceOf(state: State, isPushed: boolean, waitingSince: number): FreshnessFacts {
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
 * When the server counted as silent, epoch ms; null if the socket is current or the server never sent anything. After
 * the machine slept, this is long before the page loses its socket.
 */
function silentSince({ live, appliances }: State): number | null {
  return isUpToDate(live) || appliances.lastMessageAt === null ? null : appliances.lastMessageAt + silenceMs
}

function isSame(one: Freshness, other: Freshness): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
