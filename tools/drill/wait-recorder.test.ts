import { expect, test } from 'vitest'
import { createWaitRecorder } from './wait-recorder.ts'

test('the longest uninterrupted wait counts, with the time before it counted as late', () => {
  const waits = createWaitRecorder(2_000)
  for (const [now, isWaiting] of [
    [10_000, true],
    [10_250, false],
    [20_000, true],
    [20_250, true],
    [20_500, true],
    [20_750, false],
  ] as const)
    waits.record(now, isWaiting)
  expect(waits.longest()).toBe(2_500)
  expect(waits.lastAt()).toBe(20_500)
})

test('without any wait the longest is 0', () => {
  const waits = createWaitRecorder(2_000)
  waits.record(10_000, false)
  expect(waits.longest()).toBe(0)
  expect(waits.lastAt()).toBeUndefined()
})
