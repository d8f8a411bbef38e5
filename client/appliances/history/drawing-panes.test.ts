import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLimitsFromRange, computePaneLimits, computeAxisTicks, computeScaleRange } from './drawing-panes.ts'

const defaultLimits = { low: 15, high: 25 }

test('a pane is limited by whole steps around its values', () => {
  expect(computePaneLimits(17.2, 21.8, defaultLimits)).toEqual({ low: 15, high: 25 })
  expect(computePaneLimits(-3.5, 21, defaultLimits)).toEqual({ low: -5, high: 25 })
  expect(computePaneLimits(20, 20, defaultLimits)).toEqual({ low: 20, high: 25 })
  expect(computePaneLimits(null, null, defaultLimits)).toBe(defaultLimits)
})

test('the limits of a pane are the edges of its area', () => {
  const areas = fc.record({ bottom: fc.integer({ min: 0, max: 300 }), height: fc.integer({ min: 20, max: 200 }) })
  fc.assert(
    fc.property(areas, fc.integer({ min: -40, max: 80 }), fc.integer({ min: 1, max: 100 }), (area, low, span) => {
      const found = computeLimitsFromRange(area, computeScaleRange(area, { low, high: low + span }, 400), 400)
      expect(found.low).toBeCloseTo(low, 6)
      expect(found.high).toBeCloseTo(low + span, 6)
    }),
  )
})

test('ticks are round, within the limits, and not too many', () => {
  expect(computeAxisTicks({ low: -5, high: 25 }, 7)).toEqual([-5, 0, 5, 10, 15, 20, 25])
  expect(computeAxisTicks({ low: -5, high: 25 }, 4)).toEqual([0, 10, 20])
  expect(computeAxisTicks({ low: 25, high: 65 }, 4)).toEqual([40, 60])
})
