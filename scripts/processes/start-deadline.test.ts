import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createStartDeadline } from './start-deadline.ts'

// Specification 18.1: `npm start` says why a part of the product does not run. It continues to wait for a part that is
// only slow on a busy machine.

test('a process that makes no progress for a minute is given up', () => {
  const patience = createStartDeadline(0)
  expect(patience.goesOn({ logBytes: 0, cpuMs: 0 }, minuteMs)).toBe(true)
  expect(patience.goesOn({ logBytes: 0, cpuMs: 0 }, minuteMs + 1)).toBe(false)
})

test('a process that uses a second of CPU time in four minutes is waited for', () => {
  const patience = createStartDeadline(0)
  for (let now = 0; now <= 4 * minuteMs; now += 1_000)
    expect(patience.goesOn({ logBytes: 0, cpuMs: now / 240 }, now)).toBe(true)
})

test('a process that writes to its log is waited for, even without CPU time', () => {
  const patience = createStartDeadline(0)
  expect(patience.goesOn({ logBytes: 80, cpuMs: 0 }, 50_000)).toBe(true)
  expect(patience.goesOn({ logBytes: 80, cpuMs: 0 }, 50_000 + minuteMs)).toBe(true)
  expect(patience.goesOn({ logBytes: 80, cpuMs: 0 }, 50_001 + minuteMs)).toBe(false)
})

test('every process is given up after ten minutes', () => {
  const work = fc.array(
    fc.record({ logBytes: fc.nat(), cpuMs: fc.nat(), afterMs: fc.integer({ min: 1, max: minuteMs }) }),
  )
  fc.assert(
    fc.property(work, (steps) => {
      const patience = createStartDeadline(0)
      let now = 0
      const waits = steps.map(({ afterMs, ...sign }) => {
        now += afterMs
        return { goesOn: patience.goesOn(sign, now), isLate: now > 10 * minuteMs }
      })
      expect(waits.filter(({ goesOn, isLate }) => goesOn && isLate)).toEqual([])
    }),
  )
})
