import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLastState, keepLastState, type LastState, readLastState } from './last-state.ts'

const now = 1_800_000_000_000
const dayMs = 24 * 60 * 60 * 1000
const state: LastState = { person: 'one', at: now, language: 'de', locale: 'de-AT', appliances: [] }

/** As much of the browser's CacheStorage as is used. */
function fakeCaches() {
  const kept = new Map<string, Map<string, Response>>()
  return {
    kept,
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, cache)
      return {
        match: async (url: string) => cache.get(url)?.clone(),
        put: async (url: string, response: Response) => {
          await Promise.resolve()
          cache.set(url, response)
        },
      }
    },
  }
}

let caches = fakeCaches()

beforeEach(() => {
  caches = fakeCaches()
  vi.stubGlobal('caches', caches)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was kept last is read, by page and worker alike', async () => {
  await keepLastState({ ...state, person: 'two' })
  await keepLastState(state)
  expect(await readLastState(now)).toEqual(state)
})

test('nobody finds a state that is a week old', async () => {
  await keepLastState(state)
  expect(await readLastState(now + 7 * dayMs - 1)).toEqual(state)
  expect(await readLastState(now + 7 * dayMs)).toBeNull()
})

test('what is forgotten while it is being written stays forgotten', async () => {
  await Promise.all([keepLastState(state), forgetLastState()])
  expect(caches.kept.size).toBe(0)
  expect(await readLastState(now)).toBeNull()
})

test('what an older build kept in another shape is not shown', async () => {
  await (await caches.open('last-state')).put('/last-state', Response.json({ appliances: ['Boiler'] }))
  expect(await readLastState(now)).toBeNull()
})

test('reading makes nothing', async () => {
  expect(await readLastState(now)).toBeNull()
  expect(caches.kept.size).toBe(0)
})
