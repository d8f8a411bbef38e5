import { expect, test } from 'vitest'
import type { GatewayNotification } from '#contract/event-bus.ts'
import {
  parseReadingsPush,
  mergeReadings,
  readingsPushed,
  readingsSlice,
  type ReadingsState,
  selectReadings,
} from './readings-slice.ts'

const id = '11111111-1111-4111-8111-111111111111'

type ReceivedChange = Pick<GatewayNotification, 'unit' | 'payload'> & { at?: string }

function after(...receivedChanges: ReceivedChange[]) {
  const state = receivedChanges.reduce<ReadingsState>((before, { unit, payload, at = '2026-03-01T14:00:00Z' }) => {
    const push = parseReadingsPush({ resourceId: id, unit, payload, timestamp: at })
    return push ? readingsSlice.reducer(before, readingsPushed(push)) : before
  }, {})
  const now = selectReadings({ readings: state }, id)
  return now && { at: now.at, readings: mergeReadings(now) }
}

test('a card shows the latest values of heating, heating circuit and hot water', () => {
  const readings = after(
    { unit: 'status', payload: { gatewayStatus: 'WORKING', heatDemand: true, faultCode: null } },
    { unit: 'heatCurve', payload: { outdoorTemperature: -3.5, flowTemperature: 42, burnerModulation: 35 } },
    { unit: 'hc1', payload: { roomTemperature: 20.5, operationMode: 'comfort' } },
    { unit: 'dhw1', payload: { temperature: 50 }, at: '2026-03-01T14:03:00Z' },
  )
  expect(readings).toEqual({
    at: '2026-03-01T14:03:00Z',
    readings: {
      outdoorTemperature: -3.5,
      flowTemperature: 42,
      burnerModulation: 35,
      roomTemperature: 20.5,
      operationMode: 'comfort',
      hotWaterTemperature: 50,
    },
  })
})

test('a value that a unit no longer reports disappears', () => {
  const readings = after(
    { unit: 'heatCurve', payload: { flowTemperature: 42, burnerModulation: 35 } },
    { unit: 'heatCurve', payload: { flowTemperature: 41 } },
  )
  expect(readings?.readings).toEqual({ flowTemperature: 41 })
})

test('without values nothing is shown', () => {
  expect(after()).toBeUndefined()
  expect(after({ unit: 'status', payload: { gatewayStatus: 'ONLINE', since: null } })).toBeUndefined()
})

test('a status message does not make older values look new', () => {
  const readings = after(
    { unit: 'hc1', payload: { roomTemperature: 20 } },
    { unit: 'status', payload: { gatewayStatus: 'OFFLINE' }, at: '2026-03-01T15:00:00Z' },
  )
  expect(readings?.at).toBe('2026-03-01T14:00:00Z')
})

test('an older measurement does not replace the shown one, nor make it look older', () => {
  const at = '2026-03-01T14:03:00.500Z'
  const readings = after(
    { unit: 'hc1', payload: { roomTemperature: 21 }, at },
    { unit: 'hc1', payload: { roomTemperature: 20 }, at: '2026-03-01T14:03:00Z' },
    { unit: 'dhw1', payload: { temperature: 50 }, at: '2026-03-01T14:03:00Z' },
    { unit: 'dhw1', payload: { temperature: 51 }, at: '2026-03-01T14:03:00.1Z' },
  )
  expect(readings).toEqual({ at, readings: { roomTemperature: 21, hotWaterTemperature: 51 } })
})

test('a value of the wrong type is ignored', () => {
  const readings = after({ unit: 'hc1', payload: { roomTemperature: 'warm', operationMode: 'comfort' } })
  expect(readings?.readings).toEqual({ operationMode: 'comfort' })
})
