import { expect, test } from 'vitest'
import type { Unit } from '#contract/push.ts'
import { readingsOf } from './reading.ts'

const ts = '2026-11-01T10:00:00.000Z'

function reading(unit: Unit, values: Record<string, unknown>, late = 1) {
  return readingsOf({ at: Date.parse(ts), ts, unit, late, values })
}

test('readings of a report are sorted by datapoint, with the unit of the dictionary', () => {
  expect(reading('hc1', { roomTemperature: 20.5, operationMode: 'comfort' })).toEqual([
    { id: 'hc1.operationMode', value: 'comfort', unit: '', quality: 'good' },
    { id: 'hc1.roomTemperature', value: 20.5, unit: 'Cel', quality: 'good' },
  ])
})

test('what the dictionary does not know is exported too, without a unit', () => {
  expect(reading('dhw1', { legionella: { state: 'idle' } })).toEqual([
    { id: 'dhw1.legionella', value: { state: 'idle' }, unit: '', quality: 'good' },
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
  expect(reading(unit, values)[0]?.quality).toBe('suspect')
})

test('no fault is a good reading', () => {
  expect(reading('status', { faultCode: null })[0]?.quality).toBe('good')
})

test.each([
  [900, 'good'],
  [900.001, 'stale'],
  [-300, 'good'],
  [-300.001, 'suspect'],
] as const)('a reading received %d s after its time is %s', (late, quality) => {
  expect(reading('hc1', { roomTemperature: 20 }, late)[0]?.quality).toBe(quality)
})

test('suspect goes before stale', () => {
  expect(reading('hc1', { roomTemperature: 99 }, 1000)[0]?.quality).toBe('suspect')
})
