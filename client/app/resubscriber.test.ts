import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { pollingStarted } from '#client/appliances/state/appliances-slice.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { liveChanged } from '#client/live/live-connection.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { createStore } from './store.ts'
import { createResubscriber } from './resubscriber.ts'

const first = createApiConnection()
const second = createApiConnection({ id: 'aaaaaaaa-0000-4000-8000-000000000002' })
const callFailure: CallFailure = { kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Creates a live page that has subscribed to two appliances. `done` lists the calls after that. */
async function livePage() {
  const server = { items: [first, second] }
  const done: string[] = []
  const call = (async ({ method, path }: { method: string; path: string }, input?: { body: { subscriptions: [] } }) => {
    if (path === applianceApi.listConnections.path) {
      done.push('list')
      return { items: server.items, total: server.items.length }
    }
    const count = input?.body.subscriptions.length ?? 0
    done.push(`${method} ${count}`)
    if (count > server.items.length) throw new CallError(callFailure)
    return { subscriptions: [] }
  }) as unknown as ApiCall
  const listeners = createSilentEffects()
  const calls = { call, brandId: 'cedar', now: () => 1 }
  const store = createStore({ calls, listeners, invitation: { kind: 'none' } })
  store.dispatch(liveChanged({ kind: 'live' }))
  await store.dispatch(loadAppliances())
  await vi.advanceTimersByTimeAsync(0)
  done.length = 0
  const { onSubscribed } = createResubscriber(store, () => 0.5)
  return { store, server, done, onSubscribed }
}

const pauseMs = 5_000

test('a page whose subscriptions were dropped subscribes again, once, after a random pause', async () => {
  const { done, onSubscribed } = await livePage()
  onSubscribed(0)
  onSubscribed(0)
  await vi.advanceTimersByTimeAsync(pauseMs - 1)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['POST 2'])
})

test('a later message counts: another page may have subscribed meanwhile', async () => {
  const { done, onSubscribed } = await livePage()
  onSubscribed(0)
  onSubscribed(2)
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(done).toEqual([])
})

test('each such message makes it subscribe again', async () => {
  const { done, onSubscribed } = await livePage()
  for (const subscribed of [0, 2, 1]) {
    onSubscribed(subscribed)
    await vi.advanceTimersByTimeAsync(pauseMs)
  }
  expect(done).toEqual(['POST 2', 'POST 2'])
})

test('a page that is no longer live waits until it registers', async () => {
  const { store, done, onSubscribed } = await livePage()
  onSubscribed(0)
  store.dispatch(liveChanged({ kind: 'signed-out' }))
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(done).toEqual([])
})

test('a page that lists a removed appliance reads the list, and subscribes to the others', async () => {
  const { server, done, onSubscribed } = await livePage()
  server.items = [first]
  onSubscribed(1)
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(done).toEqual(['POST 2', 'list', 'POST 1'])
})

test('a page whose subscriptions are refused subscribes only with its list reads', async () => {
  const { store, done, onSubscribed } = await livePage()
  store.dispatch(pollingStarted(null))
  onSubscribed(0)
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(done).toEqual([])
})
