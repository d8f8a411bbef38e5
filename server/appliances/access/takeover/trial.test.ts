import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type GatewayConnectionEvent,
  type SwitchTrial,
  chooseRandomTrialWaits,
  computeTrialState,
  defaultTrialWaitRange,
  switchTimeLimitsMs,
} from './trial.ts'

const waits = fc.tuple(
  ...[1, 2, 3, 4].map(() => fc.integer({ min: defaultTrialWaitRange.minMs, max: defaultTrialWaitRange.maxMs })),
)
const trials: fc.Arbitrary<SwitchTrial> = fc.record({
  startedAt: fc.integer({ min: 0, max: 10 ** 13 }),
  waitsMs: waits.map((list) => [...list]),
})
const windows = [switchTimeLimitsMs.off, switchTimeLimitsMs.on, switchTimeLimitsMs.off, switchTimeLimitsMs.on]

/**
 * Random changes of the gateway's connection, each a random time after the previous change. The first change can be
 * before the trial.
 */
const switching = fc.array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.boolean()), { maxLength: 12 })

function changesOf(
  { startedAt }: SwitchTrial,
  steps: readonly (readonly [number, boolean])[],
): GatewayConnectionEvent[] {
  let at = startedAt - 60_000
  return steps.map(([afterMs, isOn]) => ({ at: (at += afterMs), isOn }))
}

/**
 * Returns the changes of the connection if the person switches the gateway as requested, each time `delaysMs` after
 * the request.
 */
function asAsked({ startedAt, waitsMs }: SwitchTrial, delaysMs: readonly number[]): GatewayConnectionEvent[] {
  let at = startedAt
  return waitsMs.map((waitMs, index) => ({ at: (at += waitMs + (delaysMs[index] ?? 0)), isOn: index % 2 === 1 }))
}

/**
 * The changes of an attempt: random changes, or changes by a person who switches as requested, but sometimes a little
 * too early or too late.
 */
const attempts = fc.oneof(
  fc.record({ steps: switching, delaysMs: fc.constant(null) }),
  fc.record({ steps: fc.constant(null), delaysMs: fc.tuple(...windows.map((max) => nearly(max))) }),
)

function nearly(max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max }) },
    { weight: 1, arbitrary: fc.integer({ min: -5, max: max + 5 }) },
  )
}

/**
 * Decides without the code under test whether a trial is passed. The gateway must be switched off and on twice, each
 * time after the request and within its time limit.
 */
function isProven({ startedAt, waitsMs }: SwitchTrial, changes: readonly GatewayConnectionEvent[]): boolean {
  const gatewayConnectionEvents = changes.filter(({ at }) => at >= startedAt)
  const switches = gatewayConnectionEvents.filter(
    ({ isOn }, index) => isOn !== (gatewayConnectionEvents[index - 1]?.isOn ?? true),
  )
  const starts = [startedAt, ...switches.map(({ at }) => at)]
  return windows.every((windowMs, index) => {
    const afterRequestMs = (switches[index]?.at ?? Infinity) - (starts[index] ?? 0) - (waitsMs[index] ?? 0)
    return afterRequestMs >= 0 && afterRequestMs <= windowMs && switches[index]?.isOn === (index % 2 === 1)
  })
}

test('a trial is proven only by two cycles, each switch after its request and within its window', () => {
  let proven = 0
  fc.assert(
    fc.property(trials, attempts, fc.nat(5_000_000), (trial, { steps, delaysMs }, laterMs) => {
      const changes = delaysMs ? asAsked(trial, delaysMs) : changesOf(trial, steps ?? [])
      const now = trial.startedAt + laterMs
      const gatewayConnectionEvents = changes.filter(({ at }) => at <= now)
      const state = computeTrialState(trial, changes, now)
      proven += state.kind === 'proven' ? 1 : 0
      expect(state.kind === 'proven').toBe(isProven(trial, gatewayConnectionEvents))
    }),
    { numRuns: 5_000 },
  )
  expect(proven).toBeGreaterThan(100)
})

test('a person who switches the gateway in each window proves it, at the last switch and not before', () => {
  const delays = fc.tuple(...windows.map((max) => fc.integer({ min: 0, max })))
  fc.assert(
    fc.property(trials, delays, (trial, delaysMs) => {
      const changes = asAsked(trial, delaysMs)
      const at = changes.at(-1)?.at ?? 0
      expect(computeTrialState(trial, changes, at)).toEqual({ kind: 'proven', at })
      expect(computeTrialState(trial, changes, at - 1).kind).not.toBe('proven')
    }),
  )
})

test('a switch one millisecond before its request or after its window fails the trial', () => {
  fc.assert(
    fc.property(trials, fc.integer({ min: 0, max: 3 }), fc.boolean(), (trial, index, isEarly) => {
      const delaysMs = windows.map((windowMs, position) => {
        if (position !== index) return 0
        return isEarly ? -1 : windowMs + 1
      })
      const changes = asAsked(trial, delaysMs)
      const state = computeTrialState(trial, changes, (changes.at(-1)?.at ?? 0) + 1)
      expect(state).toMatchObject({ kind: 'failed', reason: isEarly ? 'too-early' : 'too-late' })
    }),
  )
})

test('an outcome does not change by what the gateway does later', () => {
  fc.assert(
    fc.property(
      trials,
      switching,
      fc.tuple(fc.nat(5_000_000), fc.nat(5_000_000)),
      (trial, steps, [firstMs, secondMs]) => {
        const changes = changesOf(trial, steps)
        const first = computeTrialState(trial, changes, trial.startedAt + firstMs)
        fc.pre(first.kind === 'proven' || first.kind === 'failed')
        expect(computeTrialState(trial, changes, trial.startedAt + firstMs + secondMs)).toEqual(first)
      },
    ),
  )
})

test('reports of a connected gateway, and a second loss of a lost connection, are no switches', () => {
  const trial = { startedAt: 1_000, waitsMs: [20_000, 20_000, 20_000, 20_000] }
  const on = { at: 5_000, isOn: true }
  expect(computeTrialState(trial, [on], 6_000)).toEqual({ kind: 'waiting', isOn: true, cycle: 1, nextAt: 21_000 })
  const off = [22_000, 23_000].map((at) => ({ at, isOn: false }))
  expect(computeTrialState(trial, [on, ...off], 24_000)).toEqual({
    kind: 'waiting',
    isOn: false,
    cycle: 1,
    nextAt: 42_000,
  })
})

test('a device that flaps by itself fails the trial', () => {
  const trial = { startedAt: 0, waitsMs: [20_000, 20_000, 20_000, 20_000] }
  const flapping = Array.from({ length: 40 }, (_, index) => ({ at: index * 5_000 + 1, isOn: index % 2 === 1 }))
  expect(computeTrialState(trial, flapping, 10_000)).toEqual({ kind: 'failed', reason: 'too-early', at: 1 })
})

test('the waits are random, between 20 and 90 seconds', () => {
  const drawn = Array.from({ length: 300 }, () => chooseRandomTrialWaits(defaultTrialWaitRange)).flat()
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...drawn)).toBeLessThanOrEqual(90_000)
  expect(new Set(drawn).size).toBeGreaterThan(1_000)
})
