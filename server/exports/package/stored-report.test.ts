import { expect, test } from 'vitest'
import type { Unit } from '#contract/event-bus.ts'
import { createDatapointLookup, readingQualityOf } from './stored-report.ts'

const ts = '2026-11-01T10:00:00.000Z'

function readings(unit: Unit, values: Record<string, unknown>, late = 1) {
  const report = { at: Date.parse(ts), ts, unit, late, values }
  return createDatapointLookup((datapoint) => datapoint)(report).map((datapoint) => ({
    id: datapoint.id,
    unit: datapoint.unit,
    quality: readingQualityOf(datapoint, report),
  }))
}

test('readings of a report are sorted by datapoint, with the unit of the dictionary', () => {
  expect(readings('hc1', { roomTemperature: 20.5, operationMode: 'comfort' })).toEqual([
    { id: 'hc1.operationMode', unit: '', quality: 'good' },
    { id: 'hc1.roomTemperature', unit: 'Cel', quality: 'good' },
  ])
})

test('a datapoint that is not in the dictionary is exported without a unit', () => {
  expect(readings('dhw1', { legionella: { state: 'idle' } })).toEqual([
    { id: 'dhw1.legionella', unit: '', quality: 'good' },
  ])
})

test.each([
  ['hc1', { roomTemperature: 60.1 }],
  ['hc1', { roomTemperature: '20.5' }],
  ['hc1', { roomTemperature: null }],
  ['hc1', { operationMode: 'party' }],
  ['dhw1', { charging: 1 }],
  ['status', { faultCode: 'E'.repeat(21) }],
] as const)('a value outside the dictionary is suspect: %s %j', (unit, values) => {
  expect(readings(unit, values)[0]?.quality).toBe('suspect')
})

test('no fault is a good reading', () => {
  expect(readings('status', { faultCode: null })[0]?.quality).toBe('good')
})

test.each([
  [900, 'good'],
  [900.001, 'stale'],
  [-300, 'good'],
  [-300.001, 'suspect'],
] as const)('a reading received %d s after its time is %s', (late, quality) => {
  expect(readings('hc1', { roomTemperature: 20 }, late)[0]?.quality).toBe(quality)
})

test('suspect precedes stale', () => {
  expect(readings('hc1', { roomTemperature: 99 }, 1000)[0]?.quality).toBe('suspect')
})

test('datapoints are prepared once for reports with the same keys, and again for others', () => {
  const prepared: string[] = []
  const datapointsOf = createDatapointLookup(({ id }) => prepared.push(id) && id)
  const read = (unit: Unit, values: Record<string, unknown>) =>
    datapointsOf({ at: Date.parse(ts), ts, unit, late: 1, values })
  expect(read('hc1', { roomTemperature: 20, roomSetpoint: 21 })).toEqual(['hc1.roomSetpoint', 'hc1.roomTemperature'])
  expect(read('dhw1', { charging: true })).toEqual(['dhw1.charging'])
  expect(read('hc1', { roomTemperature: 19, roomSetpoint: 22 })).toEqual(['hc1.roomSetpoint', 'hc1.roomTemperature'])
  expect(prepared).toHaveLength(3)
  expect(read('hc1', { roomTemperature: 19, operationMode: 'eco' })).toEqual([
    'hc1.operationMode',
    'hc1.roomTemperature',
  ])
  expect(read('hc1', { roomTemperature: 19 })).toEqual(['hc1.roomTemperature'])
})
