import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { createGatewayQuotas, type QuotaLimits } from './gateway-quotas.ts'

const clock = { now: () => Date.now() }
const limits: QuotaLimits = { reportsPerMinute: 120, burst: 100, bytesPerDay: 2_000_000 }

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-15T12:00:00Z') }))

afterEach(() => void vi.useRealTimers())

function openQuota(changed: Partial<QuotaLimits> = {}) {
  const stored: { serial: string; at: number; bytes: number; index: number }[] = []
  const turnedAway: number[] = []
  const onSlowed = vi.fn<(serial: string) => void>()
  const quota = createGatewayQuotas({ clock, limits: { ...limits, ...changed }, onSlowed })
  let next = 0
  function send(serial: string, { bytes = 100, mayWaitMs = Infinity, isGone = (): boolean => false } = {}): void {
    const index = next++
    const proceed = (): void => void stored.push({ serial, at: Date.now(), bytes, index })
    if (quota.admits(serial, bytes)) return proceed()
    quota.wait(serial, { bytes, mayWaitMs, isGone, proceed, turnAway: () => void turnedAway.push(index) })
  }
  return { quota, stored, turnedAway, onSlowed, send }
}

test('a backlog from an outage passes at once, the excess at the sustained rate, in order', () => {
  const { stored, send, quota } = openQuota()
  for (let index = 0; index < 160; index++) send('greedy')
  expect(stored).toHaveLength(100)
  expect(quota.isSlowed('greedy')).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(stored).toHaveLength(120)
  vi.advanceTimersByTime(20_000)
  expect(stored.map(({ index }) => index)).toEqual(Array.from({ length: 160 }, (_, index) => index))
  expect(quota.isSlowed('greedy')).toBe(false)
})

test('other gateways are unaffected by one over its quota', () => {
  const { stored, send } = openQuota()
  for (let index = 0; index < 500; index++) send('greedy')
  send('honest')
  expect(stored.at(-1)?.serial).toBe('honest')
})

test('the limit of 64 MB a day holds for any size of reports: half at once, half evenly', () => {
  const { stored, send } = openQuota({ burst: 20_000, bytesPerDay: 64_000 })
  for (let index = 0; index < 200; index++) send('heavy', { bytes: 1_000 })
  expect(stored).toHaveLength(32)
  vi.advanceTimersByTime(dayMs)
  expect(stored).toHaveLength(64)
})

test('a client that can be answered is rejected if the wait would be too long, and uses no quota', () => {
  const { stored, turnedAway, onSlowed, send } = openQuota()
  for (let index = 0; index < 300; index++) send('greedy', { mayWaitMs: 60_000 })
  expect([stored.length, turnedAway.length]).toEqual([100, 80])
  expect(onSlowed).toHaveBeenCalledTimes(200)
  vi.advanceTimersByTime(60_000)
  expect(stored).toHaveLength(220)
})

test('waiting publications of a lost connection use no quota', () => {
  const { stored, send } = openQuota()
  let isGone = false
  for (let index = 0; index < 200; index++) send('greedy', { isGone: () => isGone })
  isGone = true
  vi.advanceTimersByTime(10_000)
  send('greedy')
  expect(stored).toHaveLength(101)
})

test('in any sequence, no period contains more than burst and rate, and nothing is lost', () => {
  const sending = fc.array(fc.record({ pauseMs: fc.integer({ min: 0, max: 5_000 }), reports: fc.nat({ max: 80 }) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(sending, (bursts) => {
      const { stored, send } = openQuota()
      let sent = 0
      for (const { pauseMs, reports } of bursts) {
        vi.advanceTimersByTime(pauseMs)
        for (let index = 0; index < reports; index++) send('any')
        sent += reports
      }
      vi.advanceTimersByTime(hourMs)
      expect(stored).toHaveLength(sent)
      // Of any 101 successive reports, the last is stored at least half a second after the first.
      const apart = stored.slice(100).map(({ at }, index) => at - (stored[index]?.at ?? 0))
      expect(Math.min(500, ...apart)).toBeGreaterThanOrEqual(499)
    }),
    { numRuns: 50 },
  )
})
