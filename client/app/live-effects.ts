import type { GatewayNotification, PageNotification } from '#contract/event-bus.ts'
import { saveAccount } from '#client/account/account-slice.ts'
import { loadAppliances, reloadAppliance } from '#client/appliances/state/appliance-calls.ts'
import { exportPushed, serviceChangeNotified } from '#client/appliances/state/appliance-events.ts'
import { pollingStarted, pollingStopped, statusPushed } from '#client/appliances/state/appliances-slice.ts'
import { selectAppliance } from '#client/appliances/state/appliances-state.ts'
import { freshForMs, pollEveryMs } from '#client/appliances/state/freshness.ts'
import { readingsPushed, parseReadingsPush } from '#client/appliances/readings/readings-slice.ts'
import { type StatusPush, parseStatusPush } from '#client/appliances/state/appliance.ts'
import { isConnectionUpToDate, liveChanged, type LiveConnectionState } from '#client/live/live-connection.ts'
import type { EventBusClient } from '#client/live/event-bus-client.ts'
import { type LiveController, startLiveConnection } from '#client/live/live-controller.ts'
import { networkChanged } from '#client/live/network-slice.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import { noticesPushed } from '#client/notices/notice-events.ts'
import type { PageSession, SessionChange } from '#client/sign-in/session.ts'
import { acceptTerms } from '#client/terms/terms-slice.ts'
import type { EffectListeners } from './effects.ts'
import { hasTermsAndCountry } from './guards.ts'
import type { State, Store } from './store.ts'
import { createResubscriber, type Resubscriber } from './resubscriber.ts'

export type LiveEffectDependencies = {
  store: Store
  listeners: EffectListeners
  session: PageSession
  log: Pick<ClientLog, 'warn'>
  window: { addEventListener(type: 'online' | 'offline', listener: () => void): void }
  connect(): Promise<EventBusClient>
  /** Returns the present time in epoch ms. */
  now(): number
}

/**
 * The functions that open and close the socket. `sessionChanged` opens it after a sign-in, once the terms are accepted
 * and the country is set. `sessionChanged` also registers again after each renewed token, and closes the socket after a
 * sign-out. `start` and `stop` open and close the socket without a change of the session.
 */
export type LiveEffects = { sessionChanged(change: SessionChange): void; start(): void; stop(): void }

/**
 * Connects the event bus to the store: stores pushed values, and polls while there is no socket. Specification 14.4.
 */
export function createLiveEffects(dependencies: LiveEffectDependencies): LiveEffects {
  const live = startLiveOf(dependencies)
  followAdmission(dependencies.listeners, live)
  followNetwork(dependencies, live)
  const start = startOnceAdmitted(dependencies, live)
  const stop = () => {
    start.isWanted = false
    live.reportEvent({ kind: 'signed-out' })
  }
  return { sessionChanged: ({ kind }) => (kind === 'signed-in' ? start.want() : stop()), start: start.want, stop }
}

/**
 * Opens the socket only after the terms are accepted and the country is set, because the server rejects the sockets of
 * other people.
 */
function startOnceAdmitted({ store, listeners }: LiveEffectDependencies, live: LiveController) {
  const start = {
    isWanted: false,
    want() {
      start.isWanted = true
      if (hasTermsAndCountry(store.getState())) live.reportEvent({ kind: 'signed-in' })
    },
  }
  listeners.startListening({
    predicate: (_, state, before) => start.isWanted && hasTermsAndCountry(state) && !hasTermsAndCountry(before),
    effect: start.want,
  })
  return start
}

/**
 * Stores whether there is a network. The browser reports it by events; an answer with the list also proves that there
 * is a network.
 */
function followNetwork({ store, listeners, window }: LiveEffectDependencies, live: LiveController): void {
  window.addEventListener('offline', () => {
    store.dispatch(networkChanged('offline'))
    live.reportEvent({ kind: 'went-offline' })
  })
  const cameOnline = () => {
    store.dispatch(networkChanged('online'))
    live.reportEvent({ kind: 'came-online' })
  }
  window.addEventListener('online', cameOnline)
  listeners.startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: (_, { getState }) => {
      if (getState().network === 'offline') cameOnline()
    },
  })
}

/**
 * Opens a refused socket again after the terms are accepted or the account is saved. An answer with the list also
 * proves that the terms were accepted, perhaps on another page.
 */
function followAdmission({ startListening }: EffectListeners, live: LiveController): void {
  for (const { fulfilled } of [acceptTerms, saveAccount]) {
    startListening({ actionCreator: fulfilled, effect: () => live.reportEvent({ kind: 'admitted' }) })
  }
  startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: (_, { getState }) => {
      if (getState().live.kind === 'terms-missing') live.reportEvent({ kind: 'admitted' })
    },
  })
}

function startLiveOf(dependencies: LiveEffectDependencies): LiveController {
  const { store, session, log, connect, now } = dependencies
  const subscribingAgain = createResubscriber(store, Math.random)
  return startLiveConnection({
    connect,
    now,
    random: Math.random,
    token: session.token,
    renew: session.renew,
    warn: log.warn,
    onChange: (state, lastMessageAt) => liveStateChanged({ store, now }, state, lastMessageAt),
    onNotification: (notification) => handleNotification({ ...dependencies, subscribingAgain }, notification),
  })
}

type NotificationDependencies = LiveEffectDependencies & { subscribingAgain: Resubscriber }

function handleNotification(
  { store, now, subscribingAgain }: NotificationDependencies,
  notification: PageNotification,
): void {
  switch (notification.resourceType) {
    case 'gateway':
      return valueReported(store, notification, now())
    case 'service':
      return void store.dispatch(serviceChangeNotified({ id: notification.resourceId, seq: notification.seq }))
    case 'export':
      return void store.dispatch(exportPushed(notification))
    case 'notices':
      return void store.dispatch(noticesPushed())
    case 'registration':
      return subscribingAgain.onSubscribed(notification.subscribed)
  }
}

function valueReported(store: Store, notification: GatewayNotification, now: number): void {
  const push = parseStatusPush(notification, now)
  if (push) storePushedStatus(store, push)
  const readings = parseReadingsPush(notification)
  if (readings) store.dispatch(readingsPushed(readings))
}

/**
 * Stores a pushed status. A push does not say whether an ended fault was an emergency. If the page does not know it
 * either, the page reads the appliance. Specification 2.6.
 */
export function storePushedStatus(store: Pick<Store, 'dispatch' | 'getState'>, push: StatusPush): void {
  store.dispatch(statusPushed(push))
  const appliance = selectAppliance(store.getState(), push.id)
  if (appliance?.lastEmergency.kind === 'unknown') void store.dispatch(reloadAppliance(push.id))
}

/**
 * Stores the new state of the socket. While the socket is not up to date, the app polls. When the socket is live
 * again, the app reads the list, because it may have missed messages.
 */
function liveStateChanged(
  { store, now }: ReadingDependencies,
  state: LiveConnectionState,
  lastMessageAt: number | null,
): void {
  const wasPolling = store.getState().appliances.polling
  const polls = !isConnectionUpToDate(state) && state.kind !== 'signed-out'
  // Starts polling before the loss of the socket is stored, because the freshness depends on the time of the last
  // message.
  if (polls && !wasPolling) store.dispatch(pollingStarted(lastMessageAt))
  store.dispatch(liveChanged(state))
  if (polls && !wasPolling) readListSoon({ store, now })
  if (polls || !wasPolling) return
  store.dispatch(pollingStopped())
  if (state.kind === 'live') void store.dispatch(loadAppliances())
}

type ReadingDependencies = Pick<LiveEffectDependencies, 'store' | 'now'>

/**
 * The period in ms over which the open pages spread their reads. When a server restarts, thousands of pages lose their
 * sockets at the same time.
 */
const readTimeoutMs = 4_000

/** Reads the list early if the values would be too old at the first poll, which comes after a minute. */
function readListSoon({ store, now }: ReadingDependencies): void {
  const isCurrentUntilPolled = ({ appliances }: State) => now() - (appliances.listedAt ?? 0) < freshForMs - pollEveryMs
  setTimeout(() => {
    const state = store.getState()
    const canRead = state.network === 'online' && state.live.kind !== 'terms-missing'
    if (state.appliances.polling && canRead && !isCurrentUntilPolled(state)) void store.dispatch(loadAppliances())
  }, Math.random() * readTimeoutMs)
}
