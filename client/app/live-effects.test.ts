import { expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { personApi } from '#contract/person-api.ts'
import { loadUser } from '#client/account/account-slice.ts'
import type { ApiCall } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { selectAppliance } from '#client/appliances/state/appliances-state.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import type { EventBusClient } from '#client/live/event-bus-client.ts'
import { loadTermsStatus } from '#client/terms/terms-slice.ts'
import { createSilentEffects, silentLog } from '#test/client/silent-effects.ts'
import { createLiveEffects, storePushedStatus } from './live-effects.ts'
import { createStore } from './store.ts'

/** Creates a page whose socket the server closes because the terms are not accepted. */
function refusedPage() {
  const connect = vi.fn(async () => {
    const bus: EventBusClient = {
      onopen: null,
      onclose: null,
      onerror: () => undefined,
      state: 1,
      enablePing: () => undefined,
      registerHandler: (_, __, handler) => handler({ failureCode: 412 }),
      unregisterHandler: () => undefined,
      close: () => undefined,
    }
    queueMicrotask(() => queueMicrotask(() => bus.onopen?.()))
    return bus
  })
  const listeners = createSilentEffects()
  const answers: Record<string, unknown> = {
    [personApi.readUser.path]: { sub: '1', email: 'ada@example.com', country: 'DE' },
    [personApi.readTermsStatus.path]: { accepted: true, hasUpdate: false },
  }
  const call = (async ({ path }: { path: string }) => answers[path] ?? { items: [], total: 0 }) as unknown as ApiCall
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1 },
    listeners,
    invitation: { kind: 'none' },
  })
  const live = createLiveEffects({
    store,
    listeners,
    log: silentLog,
    connect,
    window: { addEventListener: () => undefined },
    session: { token: async () => 'token', renew: async () => 'token' } as never,
    now: () => Date.now(),
  })
  live.start()
  return { store, connect }
}

test('an answered list shows that the terms were accepted on another page', async () => {
  const { store, connect } = refusedPage()
  await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus())])
  await vi.waitFor(() => expect(store.getState().live.kind).toBe('terms-missing'))
  expect(connect).toHaveBeenCalledTimes(1)
  await store.dispatch(loadAppliances())
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2))
})

test('a page whose person has not accepted the terms opens no socket until they are accepted', async () => {
  const { store, connect } = refusedPage()
  await store.dispatch(loadTermsStatus())
  await new Promise((resolve) => setTimeout(resolve))
  expect(connect).not.toHaveBeenCalled()
  await store.dispatch(loadUser())
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1))
})

/**
 * Creates a page whose list has the appliance `shown`. If the page reads the appliance again, the server returns `now`.
 */
async function pageThatShows(shown: Connection, now: Connection) {
  const answers: Record<string, unknown> = {
    [applianceApi.listConnections.path]: { items: [shown], total: 1 },
    [applianceApi.readConnection.path]: now,
  }
  const asked: string[] = []
  const call = (async ({ path }: { path: string }) => {
    asked.push(path)
    return answers[path]
  }) as unknown as ApiCall
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1 },
    listeners: { middleware: () => (next) => (action) => next(action) },
    invitation: { kind: 'none' },
  })
  await store.dispatch(loadAppliances())
  asked.length = 0
  return { store, asked, last: () => selectAppliance(store.getState(), shown.id)?.lastEmergency }
}

const working = createApiConnection()
const alarming = createApiConnection({ gatewayStatus: 'ERROR', faultCode: 'G901', severity: 'ERROR' })
const ended = { ...working, statusSeq: 2, lastEmergencyAt: '2026-03-01T14:00:00.000Z' }
const pushed = {
  id: working.id,
  seq: 2,
  status: 'WORKING',
  since: ended.lastEmergencyAt,
  fault: null,
  at: 2_000,
} as const

test('when a fault ends, the page reads whether it was an emergency, and shows nothing about it before', async () => {
  const { store, last } = await pageThatShows(alarming, ended)
  storePushedStatus(store, pushed)
  expect(last()).toEqual({ kind: 'unknown' })
  await vi.waitFor(() => expect(last()).toEqual({ kind: 'reported', at: Date.parse(ended.lastEmergencyAt) }))
})

test('a status without a fault before it makes the page read nothing', async () => {
  const { store, asked, last } = await pageThatShows(working, ended)
  storePushedStatus(store, { ...pushed, status: 'ONLINE' })
  storePushedStatus(store, { ...pushed, status: 'ERROR', fault: { code: 'E104', severity: 'ERROR' } })
  expect([asked, last()]).toEqual([[], { kind: 'none' }])
})
