import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { deleteLastState, storeLastState, type LastState, readLastState } from './last-state.ts'
import { createFakeCaches } from '#test/client/fake-caches.ts'

const now = 1_800_000_000_000
const state: LastState = { person: 'one', at: now, language: 'de', locale: 'de-AT', appliances: [] }

let caches = createFakeCaches()

beforeEach(() => {
  caches = createFakeCaches()
  vi.stubGlobal('caches', caches)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the stored state is read by page and worker', async () => {
  await storeLastState({ ...state, person: 'two' })
  await storeLastState(state)
  expect(await readLastState(now)).toEqual(state)
})

test('a state that is a day old is not returned and is deleted from the browser', async () => {
  await storeLastState(state)
  expect(await readLastState(now + dayMs - 1)).toEqual(state)
  expect(await readLastState(now + dayMs)).toBeNull()
  expect(caches.kept.size).toBe(0)
})

test('a state deleted while it is being written stays deleted', async () => {
  await Promise.all([storeLastState(state), deleteLastState()])
  expect(caches.kept.size).toBe(0)
  expect(await readLastState(now)).toBeNull()
})

test('a state in the format of an older build is ignored', async () => {
  await (await caches.open('last-state')).put('/last-state', Response.json({ appliances: ['Boiler'] }))
  expect(await readLastState(now)).toBeNull()
})

test('reading creates no cache', async () => {
  expect(await readLastState(now)).toBeNull()
  expect(caches.kept.size).toBe(0)
})
