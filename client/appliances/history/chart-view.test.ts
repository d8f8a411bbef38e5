import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWholePeriodVisible, computeViewLengthS, moveView, zoomView } from './chart-view.ts'

const bounds = { from: 0, to: 100_000 }

test('the time under the pointer stays in place while zooming', () => {
  const view = zoomView(bounds, bounds, { factor: 0.5, at: 25_000 })
  expect(view).toEqual({ from: 12_500, to: 62_500 })
  expect((25_000 - view.from) / computeViewLengthS(view)).toBe(0.25)
})

test('the view stays within the period, and is at least a quarter of an hour', () => {
  const step = fc.record({
    factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
    at: fc.integer({ min: 0, max: 100_000 }),
  })
  fc.assert(
    fc.property(fc.array(step), fc.array(fc.double({ min: -3, max: 3, noNaN: true })), (zooms, moves) => {
      let view = zooms.reduce((before, zoom) => zoomView(before, bounds, zoom), bounds)
      view = moves.reduce((before, share) => moveView(before, bounds, share), view)
      expect(view.from).toBeGreaterThanOrEqual(bounds.from - 0.001)
      expect(view.to).toBeLessThanOrEqual(bounds.to + 0.001)
      expect(computeViewLengthS(view)).toBeGreaterThanOrEqual(899)
    }),
  )
})

test('zooming out far enough shows the whole period again', () => {
  const view = zoomView({ from: 10, to: 40_000 }, bounds, { factor: 5, at: 100 })
  expect(view).toBe(bounds)
  expect(isWholePeriodVisible(view, bounds)).toBe(true)
})

test('a period shorter than a quarter of an hour can be shown', () => {
  const short = { from: 0, to: 300 }
  expect(zoomView(short, short, { factor: 0.5, at: 100 })).toEqual(short)
})
