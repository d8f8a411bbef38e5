import { expect, test, vi } from 'vitest'
import { noticeApi } from '#contract/notice-api.ts'
import type { Notice } from '#contract/notices.ts'
import { type ApiCall, CallError } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { pollingStarted, pollingStopped } from '#client/appliances/state/appliances-slice.ts'
import { liveChanged } from '#client/live/live-connection.ts'
import { noticesPushed } from '#client/notices/notice-events.ts'
import { markNoticesAsRead, selectNotices } from '#client/notices/notices-slice.ts'
import { signedOut } from '#client/sign-in/session.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { addNoticeEffects } from './notice-effects.ts'
import { createStore } from './store.ts'

const aNotice: Notice = {
  id: '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c',
  category: 'security',
  event: { kind: 'mail-undeliverable' },
  connectionId: null,
  appliance: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  readAt: null,
}

/** Creates the page's store with a fake server that counts how often the notices were read. */
async function fixture() {
  const server = { reads: 0, marks: 'taken' as 'taken' | 'refused' }
  const call = (async ({ method, path }: { method: string; path: string }) => {
    if (path !== noticeApi.listNotices.path) return { items: [], total: 0 }
    if (method === 'PATCH' && server.marks === 'refused') throw new CallError({ kind: 'unexpected', status: 200 })
    if (method === 'PATCH') return { unread: 0 }
    server.reads += 1
    return { items: [aNotice], unread: 1, before: null }
  }) as unknown as ApiCall
  const listeners = createSilentEffects()
  const calls = { call, brandId: 'cedar', now: () => 0, wait: async () => undefined }
  const store = createStore({ calls, listeners, invitation: { kind: 'none' } })
  addNoticeEffects(store, listeners)
  await vi.waitFor(() => expect(selectNotices(store.getState()).items).toEqual([aNotice]))
  return { store, server }
}

test('notices are read after each message from the server, and after a possible loss of messages', async () => {
  const { store, server } = await fixture()
  store.dispatch(noticesPushed())
  await vi.waitFor(() => expect(server.reads).toBe(2))
  store.dispatch(liveChanged({ kind: 'connecting', attempt: 1 }))
  store.dispatch(liveChanged({ kind: 'live' }))
  await vi.waitFor(() => expect(server.reads).toBe(3))
})

test('without a socket notices are read as often as the list', async () => {
  const { store, server } = await fixture()
  store.dispatch(pollingStarted(null))
  await store.dispatch(loadAppliances())
  await vi.waitFor(() => expect(server.reads).toBe(2))
  store.dispatch(pollingStopped())
})

test('if marking as read fails, the notices are unread again and a toast says so', async () => {
  const { store, server } = await fixture()
  server.marks = 'refused'
  await store.dispatch(markNoticesAsRead('all'))
  await vi.waitFor(() => expect(server.reads).toBe(2))
  await vi.waitFor(() => expect(selectNotices(store.getState()).unread).toBe(1))
  expect(store.getState().toasts).toMatchObject([{ kind: 'failure', message: 'notices.read-failed' }])
})

test('sign-out clears the notices', async () => {
  const { store } = await fixture()
  store.dispatch(signedOut())
  await vi.waitFor(() => expect(selectNotices(store.getState()).items).toBeNull())
})
