import type { Session, SessionChange } from '#client/sign-in/session.ts'
import { loadAppliances, refreshSubscriptions, reloadAppliance } from '#client/appliances/appliance-calls.ts'
import { pollingStarted, pollingStopped, statusPushed } from '#client/appliances/appliances-slice.ts'
import { exportPushed } from '#client/appliances/data-export/export-pushed.ts'
import { readingsOf } from '#client/appliances/readings/readings.ts'
import { readingsPushed } from '#client/appliances/readings/readings-slice.ts'
import { selectAppliance, selectApplianceIds } from '#client/appliances/select.ts'
import { statusPushOf } from '#client/appliances/status-notification.ts'
import { type EventBus } from '#client/live/event-bus.ts'
import { type Live, startLive } from '#client/live/live-status.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { Store } from './store.ts'

export type LiveEffectParts = {
  store: Store
  session: Session
  log: ClientLog
  connect(): Promise<EventBus>
  /** Epoch ms. */
  now(): number
}

/** `sessionChanged` starts the socket with the first sign-in and hands on each renewed token. */
export type LiveEffects = { sessionChanged(change: SessionChange): void; start(): void; stop(): void }

/** From the event bus to the store: pushed statuses, and the polling while there is no socket. Decisions 5. */
export function createLiveEffects(parts: LiveEffectParts): LiveEffects {
  let live: Live | null = null

  function start(): void {
    live ??= startLiveOf(parts)
  }

  function stop(): void {
    live?.stop()
    live = null
  }

  return {
    sessionChanged(change) {
      if (change.kind === 'signed-out') return stop()
      live?.tokenChanged(change.token)
      start()
    },
    start,
    stop,
  }
}

function startLiveOf({ store, session, log, connect, now }: LiveEffectParts): Live {
  return startLive({
    connect,
    token: session.token,
    renew: session.renew,
    warn: log.warn,
    onUp: () => cameUp(store),
    onDown: () => void store.dispatch(pollingStarted()),
    onEmptySnapshot: () => {
      const ids = selectApplianceIds(store.getState())
      if (ids.length > 0) void store.dispatch(refreshSubscriptions(ids))
    },
    onNotification: (notification) => {
      const push = statusPushOf(notification, now())
      if (push) store.dispatch(statusPushed(push))
      const readings = readingsOf(notification)
      if (readings) store.dispatch(readingsPushed(readings))
    },
    onExportChanged: (notification) => void store.dispatch(exportPushed(notification)),
    onServiceChanged: (id) => {
      if (selectAppliance(store.getState(), id)) void store.dispatch(reloadAppliance(id))
    },
  })
}

/** After a time without the socket, what was told meanwhile is read. */
function cameUp(store: Store): void {
  const wasDown = store.getState().appliances.polling
  store.dispatch(pollingStopped())
  if (wasDown) void store.dispatch(loadAppliances())
}
