import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userChanged } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import type { LastState } from '#client/service-worker/last-state.ts'
import { signedIn, signedOut } from '#client/sign-in/session.ts'
import { storeLastStateOnChange } from './store-last-state.ts'
import { createStore } from './store.ts'

const now = 1_800_000_000_000
const user = { sub: 'one', email: 'a@example.com', country: 'DE' } as unknown as Parameters<typeof userChanged>[0]

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function fixture(earlier: LastState | null = null) {
  const kept = { state: earlier }
  const pageListeners: (() => void)[] = []
  const store = createStore({
    calls: {
      call: (async () => ({ items: [createApiConnection({ name: 'Cellar' })], total: 1 })) as never,
      brandId: 'cedar',
      now: () => now,
    },
    listeners: { middleware: () => (next) => (action) => next(action) },
    invitation: { kind: 'none' },
  })
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_: string, listener: () => void) => void pageListeners.push(listener),
  }
  const clock = { at: now }
  storeLastStateOnChange({
    store,
    page: page as never,
    now: () => clock.at,
    warn: () => undefined,
    translation: { t: (id) => id, language: () => 'en', locale: () => 'en-GB' },
    kept: {
      keepLastState: async (state) => void (kept.state = state),
      readLastState: async () => kept.state,
      deleteLastState: async () => void (kept.state = null),
    },
  })
  const listed = async () => store.dispatch(loadAppliances())
  const leave = async () => {
    page.visibilityState = 'hidden'
    for (const listener of pageListeners) listener()
    await vi.advanceTimersByTimeAsync(1)
  }
  return { store, kept, clock, listed, leave }
}

const ofAnother: LastState = { person: 'two', at: now - 1, language: 'de', locale: 'de', appliances: [] }

test('only the state of the appliances is stored, for the person who sees it', async () => {
  const { store, kept, listed } = fixture()
  store.dispatch(signedIn())
  store.dispatch(userChanged(user))
  await listed()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(kept.state).toMatchObject({ person: 'one', at: now, language: 'en', locale: 'en-GB' })
  expect(Object.keys(kept.state?.appliances[0] ?? {})).toEqual(['name', 'status'])
})

test('the stored state has the time at which the person left the page', async () => {
  const { store, kept, clock, listed, leave } = fixture()
  store.dispatch(signedIn())
  store.dispatch(userChanged(user))
  await listed()
  clock.at = now + 60_000
  await leave()
  expect(kept.state?.at).toBe(now + 60_000)
})

test('a person who signs in finds nothing of the previous person, even before the list is loaded', async () => {
  const { store, kept } = fixture(ofAnother)
  store.dispatch(signedIn())
  store.dispatch(userChanged(user))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(kept.state).toBeNull()
})

test('nothing is written after the sign-out', async () => {
  const { store, kept, listed, leave } = fixture()
  store.dispatch(signedIn())
  store.dispatch(userChanged(user))
  await listed()
  store.dispatch(signedOut())
  await vi.advanceTimersByTimeAsync(2_000)
  await leave()
  expect(kept.state).toBeNull()
})
