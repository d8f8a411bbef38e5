import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeLastState, type LastState, readLastState } from './last-state.ts'
import { deleteStateOfEndedSession } from './session-check.ts'
import { createFakeCaches } from '#test/client/fake-caches.ts'

const now = 1_800_000_000_000
const state: LastState = { person: 'one', at: now, language: 'de', locale: 'de-AT', appliances: [] }

beforeEach(() => {
  vi.stubGlobal('caches', createFakeCaches())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the state of a session that ended while no page was open is deleted', async () => {
  await storeLastState(state)
  await deleteStateOfEndedSession({ fetch: async () => ({ status: 401 }), now })
  expect(await readLastState(now)).toBeNull()
})

test.each([200, 429, 503])('an answer with status %i keeps it', async (status) => {
  await storeLastState(state)
  await deleteStateOfEndedSession({ fetch: async () => ({ status }), now })
  expect(await readLastState(now)).toEqual(state)
})

test('without a network it stays until the next check', async () => {
  await storeLastState(state)
  await deleteStateOfEndedSession({ fetch: () => Promise.reject(new TypeError('no network')), now })
  expect(await readLastState(now)).toEqual(state)
})

test('without a stored state no request is sent', async () => {
  const asked = vi.fn(async () => ({ status: 401 }))
  await deleteStateOfEndedSession({ fetch: asked, now })
  expect(asked).not.toHaveBeenCalled()
})
