import { expect, test } from 'vitest'
import { dayS } from '#contract/durations.ts'
import { nextBatchSize, minBatchMoments } from './batch-size.ts'

test('an export from a database that is far away grows its batches, so that it takes few round trips', () => {
  const momentsOfAQuarter = (90 * dayS) / 90
  let [size, fetched, roundTrips] = [minBatchMoments, 0, 0]
  for (; fetched < momentsOfAQuarter; roundTrips += 1) {
    fetched += size
    size = nextBatchSize(size, 300)
  }
  expect(roundTrips).toBeLessThan(60)
})

test('batches are small while the database answers at once, and again when it does', () => {
  expect(nextBatchSize(minBatchMoments, 2)).toBe(minBatchMoments)
  expect([300, 300, 2, 2, 2].reduce((size, waited) => nextBatchSize(size, waited), minBatchMoments)).toBe(
    minBatchMoments,
  )
})
