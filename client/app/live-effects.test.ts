import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { loadUser } from '#client/account/account-slice.ts'
import type { ApiCall } from '#client/api.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import type { EventBusClient } from '#client/live/event-bus-client.ts'
import { loadTermsStatus } from '#client/terms/terms-slice.ts'
import { createEffects } from './effects.ts'
import { createLiveEffects } from './live-effects.ts'
import { createStore } from './store.ts'

/** A page whose socket is refused because the terms are not accepted. */
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
  const log = { warn: () => undefined, error: () => undefined, flush: () => undefined }
  const listeners = createEffects({
    log,
    navigate: () => undefined,
    emit: () => undefined,
    report: () => undefined,
    mayReport: () => false,
    tabStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  })
  const answers: Record<string, unknown> = {
    [api.readUser.path]: { sub: '1', email: 'ada@example.com', country: 'DE' },
    [api.readTermsStatus.path]: { accepted: true, hasUpdate: false },
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
    log,
    connect,
    window: { addEventListener: () => undefined },
    session: { token: async () => 'token', renew: async () => 'token' } as never,
    ownChanges: { isKnown: async () => false },
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
