import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applianceTypes, gatewayStatuses } from '#contract/appliance.ts'
import { simulateDay } from './day.ts'
import type { House } from './day.ts'

const minuteMs = 60_000
const winterMorning = Date.parse('2026-01-20T00:00:00Z')
const minutesOfDay = Array.from({ length: 24 * 60 }, (_, minute) => winterMorning + minute * minuteMs)
const house: House = { serial: '929220810', applianceType: 'BOILER' }

const anyHouse = fc.record({
  serial: fc.stringMatching(/^\d{9}$/),
  applianceType: fc.constantFrom(...applianceTypes),
})
const anyTime = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2030-01-01') })

test('values are believable in every house at every time', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const { status, heatCurve, hc1, dhw1 } = simulateDay(someHouse, time)
      expect(gatewayStatuses).toContain(status.gatewayStatus)
      expectBetween(heatCurve.outdoorTemperature, -20, 35)
      expectBetween(heatCurve.flowTemperature, 15, 75)
      expectBetween(hc1.roomTemperature, 17, 22)
      expectBetween(dhw1.temperature, 40, 54)
      expectBetween(heatCurve.burnerModulation ?? heatCurve.compressorModulation ?? -1, 0, 100)
    }),
  )
})

test('the same house and time give the same values', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      expect(simulateDay(someHouse, time)).toEqual(simulateDay(someHouse, time))
    }),
  )
})

test('houses differ', () => {
  expect(simulateDay({ ...house, serial: '620082968' }, winterMorning)).not.toEqual(simulateDay(house, winterMorning))
})

test('temperatures make no jumps from minute to minute', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const [before, after] = [simulateDay(someHouse, time), simulateDay(someHouse, time + minuteMs)]
      expectBetween(Math.abs(after.heatCurve.outdoorTemperature - before.heatCurve.outdoorTemperature), 0, 0.3)
      expectBetween(Math.abs(after.hc1.roomTemperature - before.hc1.roomTemperature), 0, 0.7)
      expectBetween(Math.abs(after.dhw1.temperature - before.dhw1.temperature), 0, 0.6)
    }),
  )
})

test('it is colder before dawn than in the afternoon, and warmer in July than in January', () => {
  const outdoor = (at: string) => simulateDay(house, Date.parse(at)).heatCurve.outdoorTemperature
  expect(outdoor('2026-01-20T05:00:00Z')).toBeLessThan(outdoor('2026-01-20T16:00:00Z'))
  expect(outdoor('2026-07-20T15:00:00Z')).toBeGreaterThan(outdoor('2026-01-20T15:00:00Z') + 2)
})

test('something happens in every hour of the year', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const hour = minutesOfDay.slice(0, 60).map((_, minute) => simulateDay(someHouse, time + minute * minuteMs).status)
      expect(new Set(hour.map((status) => status.gatewayStatus)).size).toBeGreaterThan(1)
    }),
  )
})

test('a heat pump has no burner, and a hybrid burns on cold days alone', () => {
  const at = (applianceType: House['applianceType'], time: string) =>
    simulateDay({ serial: '733777217', applianceType }, Date.parse(time)).heatCurve
  expect(at('HP', '2026-01-20T12:00:00Z')).not.toHaveProperty('burnerModulation')
  expect(at('HYBRID', '2026-07-20T12:00:00Z').burnerModulation).toBe(0)
})

test('the status is mostly ONLINE or WORKING and changes every few minutes', () => {
  const statuses = minutesOfDay.map((time) => simulateDay(house, time).status.gatewayStatus)
  const quiet = statuses.filter((status) => status === 'ONLINE' || status === 'WORKING')
  expect(quiet.length / statuses.length).toBeGreaterThan(0.9)
  const changes = statuses.filter((status, minute) => minute > 0 && status !== statuses[minute - 1])
  expect(changes.length).toBeGreaterThan(24 * 60 * 0.1)
})

test('now and then there is a warning, seldom an error, each with a code', () => {
  const month = minutesOfDay.flatMap((time) => Array.from({ length: 10 }, (_, day) => time + day * 24 * 60 * minuteMs))
  const incidents = month.map((time) => simulateDay(house, time).status).filter((status) => status.faultCode !== null)
  const kinds = new Set(incidents.map((status) => status.gatewayStatus))
  expect(kinds).toEqual(new Set(['WARNING', 'ERROR']))
})

function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}
