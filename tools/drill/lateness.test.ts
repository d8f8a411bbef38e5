import { expect, test } from 'vitest'
import { createWaitRecorder } from './lateness.ts'

test('the longest uninterrupted wait counts, with the time before it counted as late', () => {
  const waits = createWaitRecorder()
  expect([waits.longest(), waits.lastAt()]).toEqual([0, 0])
  waits.record(10_000, true)
  waits.record(10_250, false)
  waits.record(20_000, true)
  waits.record(20_500, true)
  waits.record(20_750, false)
  expect([waits.longest(), waits.lastAt()]).toEqual([2_500, 20_500])
})
