import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { datapoints } from '#contract/datapoints.ts'
import { dayMs } from '#contract/durations.ts'
import type { Unit } from '#contract/event-bus.ts'
import {
  createCompletenessCounter,
  gapColumns,
  completenessPeriodMs,
  type CompletenessCounter,
} from './completeness-counter.ts'
import type { StoredReport } from './stored-report.ts'

const day = Date.parse('2026-11-01T00:00:00Z')

function report(at: number, unit: Unit, values: Record<string, unknown>): StoredReport {
  return { at, ts: new Date(at).toISOString(), unit, late: 0, values }
}

function rows(completeness: CompletenessCounter): Record<string, string>[] {
  return parse([...completeness.lines()].join(''), { columns: [...gapColumns], record_delimiter: '\r\n' })
}

test('an empty window expects every datapoint in every period, and says that the gateway was offline', () => {
  const found = rows(createCompletenessCounter({ from: day, until: day + 2 * dayMs }, 0))
  expect(found).toHaveLength(2 * datapoints.length)
  expect(found[0]).toEqual({
    day: '2026-11-01',
    datapoint_id: 'dhw1.charging',
    expected: '96',
    delivered: '0',
    missing_offline: '96',
    missing_not_recorded: '0',
    missing_retention: '0',
    readings: '0',
    reason: 'offline',
  })
})

test('a period with other reports is not recorded, one before the stored months is beyond retention', () => {
  const completeness = createCompletenessCounter({ from: day, until: day + dayMs }, day + 2 * completenessPeriodMs)
  for (let period = 2; period < 96; period += 1) {
    completeness.countReport(report(day + period * completenessPeriodMs, 'dhw1', { charging: true }))
    if (period < 90) completeness.countReport(report(day + period * completenessPeriodMs, 'dhw1', { setpoint: 50 }))
  }
  const of = (id: string) => rows(completeness).find(({ datapoint_id }) => datapoint_id === id)
  expect(of('dhw1.charging')).toMatchObject({
    delivered: '94',
    missing_retention: '2',
    readings: '94',
    reason: 'retention',
  })
  expect(of('dhw1.setpoint')).toMatchObject({ delivered: '88', missing_not_recorded: '6', reason: 'not recorded' })
})

test('nothing is expected of a datapoint that the appliance never reports, nor in incomplete periods', () => {
  const completeness = createCompletenessCounter({ from: day + 1, until: day + 3 * completenessPeriodMs - 1 }, 0)
  const reported = { flowTemperature: 30, burnerModulation: 10 }
  completeness.countReport(report(day + 1, 'heatCurve', reported))
  completeness.countReport(report(day + completenessPeriodMs, 'heatCurve', reported))
  const found = rows(completeness)
  expect(found.find(({ datapoint_id }) => datapoint_id === 'heatCurve.flowTemperature')).toMatchObject({
    expected: '1',
    delivered: '1',
    readings: '2',
    reason: '',
  })
  const never = datapoints.filter(({ unit, key }) => unit === 'heatCurve' && !(key in reported)).map(({ id }) => id)
  expect(never).toContain('heatCurve.compressorModulation')
  expect(completeness.neverReported()).toEqual(never)
  expect(found.map(({ datapoint_id }) => datapoint_id)).not.toContain('heatCurve.compressorModulation')
})
