import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { createTokenBucket } from './token-bucket.ts'
import { createCachedValue } from './cached-value.ts'
import { createManualClock } from '#test/identity/manual-clock.ts'

function counted() {
  const clock = createManualClock()
  const failures: unknown[] = []
  const state = { loads: 0, broken: false }
  const load = async (): Promise<number> => {
    state.loads += 1
    if (state.broken) throw new Error('broken')
    return state.loads
  }
  const onFailure = (error: unknown): void => void failures.push(error)
  const cachedValue = createCachedValue({ load, clock, renewAfterMs: 10_000, expireAfterMs: 60_000, onFailure })
  return { clock, failures, state, remembered: cachedValue }
}

test('calls at the same time share one fetch', async () => {
  const { remembered, state } = counted()
  expect(await Promise.all([remembered.get(), remembered.get(), remembered.reload()])).toEqual([1, 1, 1])
  expect(state.loads).toBe(1)
})

test('an ageing value is used while a new one is fetched in the background', async () => {
  const { remembered, clock } = counted()
  await remembered.get()
  clock.pass(10_000)
  expect(remembered.current()).toBe(1)
  await expect.poll(remembered.current).toBe(2)
})

test('after a failed fetch the cached value is used until it is too old, then the answer is unavailable', async () => {
  const { remembered, clock, state, failures } = counted()
  await remembered.get()
  state.broken = true
  clock.pass(59_999)
  expect(await remembered.get()).toBe(1)
  await expect.poll(() => failures.length).toBe(1)
  clock.pass(1_000)
  await expect(remembered.get()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(remembered.current()).toBeUndefined()
})

test('after a failure nothing is fetched for a second', async () => {
  const { remembered, clock, state } = counted()
  state.broken = true
  for (let call = 0; call < 5; call += 1) await expect(remembered.get()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(state.loads).toBe(1)
  state.broken = false
  clock.pass(1_000)
  expect(await remembered.get()).toBe(2)
})

test('a clock that is set back does not make an old value young', async () => {
  const { remembered, clock, state } = counted()
  await remembered.get()
  clock.pass(-60_000)
  expect(await remembered.get()).toBe(2)
  expect(state.loads).toBe(2)
})

test('a budget allows a burst, then one more per interval, also after the clock is set back', () => {
  const clock = createManualClock()
  const budget = createTokenBucket({ clock, burst: 2, everyMs: 1_000 })
  const takeFive = (): number => [1, 2, 3, 4, 5].filter(() => budget.take()).length
  expect(takeFive()).toBe(2)
  clock.pass(1_000)
  expect(takeFive()).toBe(1)
  clock.pass(-hourMs)
  expect(takeFive()).toBe(0)
  clock.pass(60_000)
  expect(takeFive()).toBe(2)
})
