import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJobHealth } from './job-health.ts'
import { computeRetryPauseMs } from './retry-pause.ts'

test('a failed job is retried within seconds, and within half a minute after any number of failures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const pause = computeRetryPauseMs(failures, random)
      const longest = Math.min(30_000, 2_000 * 2 ** (failures - 1))
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThanOrEqual(longest)
    }),
  )
  expect([1, 2, 3, 4, 5, 6].map((failures) => computeRetryPauseMs(failures, 1))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

test('a process is not ready once all its jobs have failed for two minutes, until one succeeds', async () => {
  let elapsed = 0
  const { recordSuccess, probe } = createJobHealth(() => elapsed)
  elapsed = 120_000
  await expect(probe()).resolves.toBeUndefined()
  elapsed += 1
  await expect(probe()).rejects.toMatchObject({ reason: 'jobs-stalled' })
  recordSuccess()
  await expect(probe()).resolves.toBeUndefined()
})
