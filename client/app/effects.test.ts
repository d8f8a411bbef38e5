import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { saveAccount } from '#client/account/account-slice.ts'
import { addAppliance, deleteAppliance, loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { addEditingCancelled, pollingStarted, pollingStopped } from '#client/appliances/state/appliances-slice.ts'
import { selectIsPolling } from '#client/appliances/state/appliances-state.ts'
import { validateInvitation, invitationReceived, invitationRemoved } from '#client/appliances/state/invitation-slice.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { liveChanged } from '#client/live/live-connection.ts'
import { signedOut } from '#client/sign-in/session.ts'
import { acceptTerms } from '#client/terms/terms-slice.ts'
import { createEffects } from './effects.ts'
import { createStore } from './store.ts'

const companyId = '22222222-2222-4222-8222-222222222222'
const first = createApiConnection()
const second = createApiConnection({ id: 'aaaaaaaa-0000-4000-8000-000000000002' })
const noNetwork: CallFailure = { kind: 'network' }
const unreadable: CallFailure = { kind: 'unexpected', status: 200 }
const callFailure: CallFailure = { kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null }
const tooMany: CallFailure = { kind: 'refused', status: 422, code: 'invalid-request', errors: [], retryAfterS: null }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Creates the app's store with a fake server. A test sets the server's list and failures. */
function fixture() {
  const done: string[] = []
  const kept = new Map<string, string>()
  const server = { items: [first], failures: {} as Record<string, CallFailure> }
  const call = (async ({ method, path }: { method: string; path: string }) => {
    const key = `${method} ${path.replace('/api/2/', '')}`
    done.push(key)
    const failure = server.failures[key]
    if (failure) throw new CallError(failure)
    return path === applianceApi.listConnections.path && method === 'GET'
      ? { items: server.items, total: server.items.length }
      : first
  }) as unknown as ApiCall
  const listeners = createEffects({
    log: { warn: (message) => done.push(message), error: (message) => done.push(message), flush: () => undefined },
    navigate: (path, entering) => done.push(`to ${path}${entering?.replace ? ' instead' : ''}`),
    emit: (signal) => done.push(signal),
    report: ({ event }) => done.push(event),
    mayReport: () => true,
    tabStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1, wait: async () => undefined },
    listeners,
    invitation: { kind: 'none' },
  })
  const toasts = () => store.getState().toasts.map(({ kind, message }) => `${kind} ${message}`)
  return { store, done, server, kept, toasts }
}

async function settled() {
  await vi.advanceTimersByTimeAsync(0)
}

const claim = { type: 'rrc1', credentials: { serial: '100200300', access: 'a'.repeat(16), userPwd: 'word' } } as const

test('an added appliance shows a toast, reloads the list, renews the subscriptions and opens the appliances', async () => {
  const { store, done, toasts } = fixture()
  await store.dispatch(addAppliance(claim))
  await settled()
  expect(toasts()).toEqual(['success toast.added'])
  expect(done).toEqual([
    'POST connections',
    'add_appliance_form_submit_success',
    'GET connections',
    'POST subscriptions',
    'to /appliances',
  ])
})

test('an added appliance is shown and subscribed to, even if the list cannot be read', async () => {
  const { store, server, done, toasts } = fixture()
  server.items = []
  await store.dispatch(loadAppliances())
  done.length = 0
  server.failures['GET connections'] = noNetwork
  await store.dispatch(addAppliance(claim))
  await settled()
  expect(toasts()).toEqual(['success toast.added'])
  expect(store.getState().appliances.items.map(({ id, placementInType }) => [id, placementInType])).toEqual([
    [first.id, 1],
  ])
  expect(done.slice(-2)).toEqual(['to /appliances', 'POST subscriptions'])
})

test('a failed addition shows no toast, because the form shows the error, and does not navigate', async () => {
  const { store, server, done, toasts } = fixture()
  server.failures['POST connections'] = unreadable
  await store.dispatch(addAppliance(claim))
  await settled()
  expect(toasts()).toEqual([])
  expect(done).toEqual(['POST connections'])
})

test('a second try removes the failure message of the first one', async () => {
  const { store, server, toasts } = fixture()
  server.failures['DELETE connections/:id'] = unreadable
  await store.dispatch(deleteAppliance(first.id))
  expect(toasts()).toEqual(['failure toast.delete-failed'])
  server.failures = {}
  await store.dispatch(deleteAppliance(first.id))
  await settled()
  expect(toasts()).toEqual(['success toast.deleted'])
})

test('an expired session or missing terms show their screen and no toast', async () => {
  const { store, server, toasts } = fixture()
  server.failures['DELETE connections/:id'] = { kind: 'unauthenticated' }
  await store.dispatch(deleteAppliance(first.id))
  server.failures['DELETE connections/:id'] = { kind: 'terms', route: '/accept-tos' }
  await store.dispatch(deleteAppliance(first.id))
  expect(toasts()).toEqual([])
})

test('a deleted appliance shows a toast, reloads the list and opens the appliances', async () => {
  const { store, done, toasts } = fixture()
  await store.dispatch(deleteAppliance(first.id))
  await settled()
  expect(toasts()).toEqual(['success toast.deleted'])
  expect(done).toEqual(['DELETE connections/:id', 'GET connections', 'POST subscriptions', 'to /appliances'])
})

test('an appliance that was already deleted also disappears from the list', async () => {
  const { store, server, done, toasts } = fixture()
  server.failures['DELETE connections/:id'] = callFailure
  await store.dispatch(deleteAppliance(first.id))
  await settled()
  expect(toasts()).toEqual(['failure toast.delete-failed'])
  expect(done).toContain('GET connections')
})

test('the page subscribes once for the same appliances, again for others, and unsubscribes for none', async () => {
  const { store, server, done } = fixture()
  await store.dispatch(loadAppliances())
  await store.dispatch(loadAppliances())
  server.items = [second, first]
  await store.dispatch(loadAppliances())
  server.items = []
  await store.dispatch(loadAppliances())
  await settled()
  expect(done.filter((each) => each.endsWith('subscriptions'))).toEqual([
    'POST subscriptions',
    'POST subscriptions',
    'DELETE subscriptions',
  ])
})

test('a failed subscription is repeated with the next list', async () => {
  const { store, server, done } = fixture()
  server.failures['POST subscriptions'] = noNetwork
  await store.dispatch(loadAppliances())
  await settled()
  server.failures = {}
  await store.dispatch(loadAppliances())
  await settled()
  expect(done.filter((each) => each === 'POST subscriptions')).toHaveLength(2)
})

test('a live page whose subscriptions are refused reads the list every 60 s, until they are accepted', async () => {
  const { store, server, done } = fixture()
  store.dispatch(liveChanged({ kind: 'live' }))
  server.failures['POST subscriptions'] = tooMany
  await store.dispatch(loadAppliances())
  await settled()
  expect(selectIsPolling(store.getState())).toBe(true)
  done.length = 0
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done.filter((each) => each === 'GET connections')).toHaveLength(2)
  server.failures = {}
  await vi.advanceTimersByTimeAsync(60_000)
  expect(selectIsPolling(store.getState())).toBe(false)
})

test('a page that is not live continues to read the list when its subscriptions are accepted', async () => {
  const { store } = fixture()
  store.dispatch(liveChanged({ kind: 'polling', attempt: 1 }))
  store.dispatch(pollingStarted(null))
  await store.dispatch(loadAppliances())
  await settled()
  expect(selectIsPolling(store.getState())).toBe(true)
})

test('a list that cannot be loaded is logged; in the background nothing navigates', async () => {
  const { store, server, done } = fixture()
  server.failures['GET connections'] = noNetwork
  await store.dispatch(loadAppliances())
  await settled()
  expect(done).toEqual(['GET connections', 'Error getting appliances list'])
})

test('while the socket is down the list is read every 60 s, until it is up again', async () => {
  const { store, done } = fixture()
  store.dispatch(pollingStarted(null))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(120_001)
  expect(done.filter((each) => each === 'GET connections')).toHaveLength(3)
  store.dispatch(pollingStopped())
  await vi.advanceTimersByTimeAsync(300_000)
  expect(done.filter((each) => each === 'GET connections')).toHaveLength(3)
})

test('polling started twice polls once, and ends with the session', async () => {
  const { store, done } = fixture()
  store.dispatch(pollingStarted(null))
  store.dispatch(pollingStarted(null))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done.filter((each) => each === 'GET connections')).toHaveLength(1)
  store.dispatch(signedOut())
  await vi.advanceTimersByTimeAsync(300_000)
  expect(done.filter((each) => each === 'GET connections')).toHaveLength(1)
})

test('while the terms are missing the list is not requested, because it would be refused', async () => {
  const { store, done } = fixture()
  store.dispatch(liveChanged({ kind: 'terms-missing', attempt: 1 }))
  store.dispatch(pollingStarted(null))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(done).toEqual([])
})

test('cancelling the add form is reported', async () => {
  const { store, done } = fixture()
  store.dispatch(addEditingCancelled())
  await settled()
  expect(done).toEqual(['add_appliance_form_cancel'])
})

test('an invitation is stored in the tab until it is closed', async () => {
  const { store, kept } = fixture()
  store.dispatch(invitationReceived(validateInvitation({ companyId })))
  await settled()
  expect(kept.get('companyId')).toBe(companyId)
  store.dispatch(invitationRemoved())
  await settled()
  expect(kept.size).toBe(0)
})

test('after accepting the terms or completing the details, the next page replaces the form in the history', async () => {
  const { store, done } = fixture()
  await store.dispatch(acceptTerms({ version: '1', country: null }))
  await settled()
  expect(done.splice(0)).toEqual(['PUT tos/status', 'tos-checked', 'to / instead'])
  const details = { firstName: 'Ada' } as Parameters<typeof saveAccount>[0]['details']
  await store.dispatch(saveAccount({ details, isNew: true }))
  await settled()
  expect(done.splice(0)).toEqual(['PATCH users/me', 'to / instead'])
})
