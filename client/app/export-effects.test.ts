import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import type { DataExport } from '#contract/data-export.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { exportPushed } from '#client/appliances/state/appliance-events.ts'
import {
  loadDataExports,
  requestDataExport,
  selectDataExports,
} from '#client/appliances/data-export/data-exports-slice.ts'
import { testApplianceId, createTestExportRequest, exportListOf } from '#test/client/test-export-request.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { addExportEffects } from './export-effects.ts'
import { createStore } from './store.ts'

const other = '99999999-9999-4999-8999-999999999999'
const tooMany: CallFailure = { kind: 'refused', status: 409, code: 'exports-open', errors: [], retryAfterS: null }
const notOwner: CallFailure = { kind: 'refused', status: 403, code: 'not-owner', errors: [], retryAfterS: null }
const input = { applianceId: testApplianceId, request: { sources: ['HEATLYTICS' as const] } }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Creates the app's store with a fake server. A test sets the server's exports and failures. */
function fixture(...items: DataExport[]) {
  const asked: string[] = []
  const server = { items, failures: {} as Record<string, CallFailure>, wait: Promise.resolve() }
  const call = (async ({ method, path }: { method: string; path: string }) => {
    const key = `${method} ${path.replace('/api/2/', '')}`
    asked.push(key)
    const answer = answerOf(method, path)
    await server.wait
    const failure = server.failures[key]
    if (failure) throw new CallError(failure)
    return answer
  }) as unknown as ApiCall

  function answerOf(method: string, path: string) {
    if (path === applianceApi.listConnections.path) return { items: [], total: 0 }
    if (method === 'GET') return exportListOf(...server.items)
    const testExportRequest = createTestExportRequest({ id: other })
    server.items = [testExportRequest, ...server.items]
    return testExportRequest
  }

  const listeners = createSilentEffects()
  const calls = { call, brandId: 'cedar', now: () => 1, wait: async () => undefined }
  const store = createStore({ calls, listeners, invitation: { kind: 'none' } })
  addExportEffects(store, listeners)
  return {
    store,
    asked,
    server,
    exports: () => selectDataExports(store.getState(), testApplianceId),
    toasts: () => store.getState().toasts.map(({ kind, message }) => `${kind} ${message}`),
  }
}

const list = 'GET eu-data-act/:applianceId/requests'
const post = 'POST eu-data-act/:applianceId/requests'
const settled = () => vi.advanceTimersByTimeAsync(0)

function pushed(changes: { state?: DataExport['state']; progress?: number; requestId?: string }) {
  const notification = {
    resourceId: testApplianceId,
    resourceType: 'export',
    requestId: createTestExportRequest().id,
  } as const
  return exportPushed({ ...notification, state: 'NOT_READY', progress: 0, ...changes })
}

test('requests are stored per appliance with loading and error', async () => {
  const { store, server, exports } = fixture(createTestExportRequest())
  const loaded = store.dispatch(loadDataExports(testApplianceId))
  expect(exports()).toMatchObject({ list: null, loading: { kind: 'loading' } })
  await loaded
  expect(exports()).toMatchObject({ list: exportListOf(createTestExportRequest()), loading: { kind: 'idle' } })
  server.failures[list] = { kind: 'network' }
  await store.dispatch(loadDataExports(testApplianceId))
  expect(exports()).toMatchObject({
    list: exportListOf(createTestExportRequest()),
    loading: { kind: 'failed', error: { kind: 'network' } },
  })
  expect(selectDataExports(store.getState(), other).list).toBeNull()
  const retried = store.dispatch(loadDataExports(testApplianceId))
  expect(exports().loading, 'the failure stays until the retry is answered').toMatchObject({ kind: 'failed' })
  await retried
})

test('a submitted request shows a toast and is first in the list', async () => {
  const { store, toasts, exports } = fixture(createTestExportRequest())
  await store.dispatch(loadDataExports(testApplianceId))
  await store.dispatch(requestDataExport(input))
  await settled()
  expect(toasts()).toEqual(['success toast.export-requested'])
  expect(exports().list?.items.map(({ id }) => id)).toEqual([other, createTestExportRequest().id])
})

test('a request that fails shows a toast and keeps its reason', async () => {
  const { store, server, toasts, exports } = fixture()
  server.failures[post] = tooMany
  await store.dispatch(requestDataExport(input))
  await settled()
  expect(toasts()).toEqual(['failure toast.export-failed'])
  expect(exports().requesting).toEqual({ kind: 'failed', error: tooMany })
})

test('a push updates the progress; a new state reads the list again', async () => {
  const { store, server, exports, asked } = fixture(createTestExportRequest())
  await store.dispatch(loadDataExports(testApplianceId))
  store.dispatch(pushed({ progress: 40 }))
  await settled()
  expect(exports().list?.items[0]?.progress).toBe(40)
  expect(asked).toEqual([list])
  server.items = [createTestExportRequest({ state: 'READY', progress: 100 })]
  store.dispatch(pushed({ state: 'READY', progress: 100 }))
  await settled()
  expect(exports().list?.items[0]?.state).toBe('READY')
  expect(asked).toEqual([list, list])
})

test('a request made on another page is read, but not for appliances whose page was never opened', async () => {
  const { store, asked } = fixture(createTestExportRequest())
  store.dispatch(pushed({}))
  await settled()
  expect(asked).toEqual([])
  await store.dispatch(loadDataExports(testApplianceId))
  store.dispatch(pushed({ requestId: other }))
  await settled()
  expect(asked).toEqual([list, list])
})

test('an answer to an older request than the latest is ignored', async () => {
  const { store, server, exports } = fixture(createTestExportRequest())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.wait = promise
  const older = store.dispatch(loadDataExports(testApplianceId))
  server.wait = Promise.resolve()
  server.items = [createTestExportRequest({ state: 'READY' })]
  await store.dispatch(loadDataExports(testApplianceId))
  resolve()
  await older
  expect(exports().list?.items[0]?.state).toBe('READY')
})

test('a person who is no longer the owner sees the current appliances', async () => {
  const { store, server, asked } = fixture()
  server.failures[list] = notOwner
  await store.dispatch(loadDataExports(testApplianceId))
  await settled()
  expect(asked).toContain('GET connections')
})
