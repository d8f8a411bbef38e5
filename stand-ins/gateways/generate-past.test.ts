import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { simulateValues } from './simulate-values.ts'
import type { SimulatedAppliance } from './simulate-values.ts'
import { generatePast, pastStepMs } from './generate-past.ts'

const appliance: SimulatedAppliance = { serial: '929220810', applianceType: 'BOILER' }
const from = Date.parse('2026-08-01T00:00:00Z')
const past = generatePast(appliance, { from, until: from + 90 * dayMs })

test('the past has the values that the gateway reports at that time, every five minutes', () => {
  expect(past.reports[1]).toEqual({ at: from + pastStepMs, values: simulateValues(appliance, from + pastStepMs) })
  expect(past.reports.length).toBeGreaterThan(0.95 * 90 * 288)
  expect(past.reports.length).toBeLessThan(90 * 288)
})

test('the connection is sometimes lost, and restored', () => {
  const offline = past.statuses.flatMap(({ status }, index) => (status === 'OFFLINE' ? [index] : []))
  expect(offline.length).toBeGreaterThan(2)
  for (const index of offline) expect(past.statuses[index + 1]?.status).not.toBe('OFFLINE')
})

test('each reported fault begins and ends', () => {
  expect(past.faults.length).toBeGreaterThan(20)
  for (const { at, values } of past.reports) {
    const reported = past.faults.findLast((each) => each.at <= at)?.fault?.code ?? null
    expect(reported).toBe(values.status.faultCode)
  }
})

test('there are faults', () => {
  const codes = new Set(past.reports.map(({ values }) => values.status.faultCode))
  expect(codes.size).toBeGreaterThan(5)
})

test('consecutive ranges continue without a gap', () => {
  const middle = from + 40 * dayMs + 12_345
  const pieces = [
    generatePast(appliance, { from, until: middle }),
    generatePast(appliance, { from: middle, until: from + 90 * dayMs }),
  ]
  expect(pieces.flatMap(({ reports }) => reports)).toEqual(past.reports)
  expect(pieces.flatMap(({ statuses }) => statuses)).toEqual(past.statuses)
  expect(pieces.flatMap(({ faults }) => faults)).toEqual(past.faults)
})
