import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applianceTypes, gatewayStatuses } from '#contract/appliance.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { simulateValues } from './simulate-values.ts'
import type { SimulatedAppliance } from './simulate-values.ts'
import { minRunAndPauseOf } from './heating-runs.ts'

const winterMorning = Date.parse('2026-01-20T00:00:00Z')
const minutesOfDay = Array.from({ length: 24 * 60 }, (_, minute) => winterMorning + minute * minuteMs)
const weeks = 13
const quarterYear = Array.from({ length: weeks * 7 * 96 }, (_, quarter) => winterMorning + quarter * 15 * minuteMs)
const appliance: SimulatedAppliance = { serial: '929220810', applianceType: 'BOILER' }

const anyHouse = fc.record({
  serial: fc.stringMatching(/^\d{9}$/),
  applianceType: fc.constantFrom(...applianceTypes),
})
const anyTime = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2030-01-01') })

test('values are plausible in every appliance at any time', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const { status, heatCurve, hc1, dhw1 } = simulateValues(someHouse, time)
      expect(gatewayStatuses).toContain(status.gatewayStatus)
      expectBetween(heatCurve.outdoorTemperature, -20, 35)
      expectBetween(heatCurve.flowTemperature, 15, 75)
      expectBetween(hc1.roomTemperature, 17, 22)
      expectBetween(dhw1.temperature, 40, 54)
      expectBetween(heatCurve.burnerModulation ?? heatCurve.compressorModulation ?? -1, 0, 100)
    }),
  )
})

test('the same appliance and time give the same values', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      expect(simulateValues(someHouse, time)).toEqual(simulateValues(someHouse, time))
    }),
  )
})

test('appliances differ', () => {
  expect(simulateValues({ ...appliance, serial: '620082968' }, winterMorning)).not.toEqual(
    simulateValues(appliance, winterMorning),
  )
})

test('temperatures have no jumps from minute to minute', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const [before, after] = [simulateValues(someHouse, time), simulateValues(someHouse, time + minuteMs)]
      expectBetween(Math.abs(after.heatCurve.outdoorTemperature - before.heatCurve.outdoorTemperature), 0, 0.3)
      expectBetween(Math.abs(after.hc1.roomTemperature - before.hc1.roomTemperature), 0, 0.7)
      expectBetween(Math.abs(after.dhw1.temperature - before.dhw1.temperature), 0, 0.6)
    }),
  )
})

test('it is colder before dawn than in the afternoon, and warmer in July than in January', () => {
  const outdoor = (at: string) => simulateValues(appliance, Date.parse(at)).heatCurve.outdoorTemperature
  expect(outdoor('2026-01-20T05:00:00Z')).toBeLessThan(outdoor('2026-01-20T16:00:00Z'))
  expect(outdoor('2026-07-20T15:00:00Z')).toBeGreaterThan(outdoor('2026-01-20T15:00:00Z') + 2)
})

test('something changes in every six hours of the year without a fault', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const hours = minutesOfDay.slice(0, 6 * 60).filter((_, minute) => minute % 2 === 0)
      const reported = hours.map((at) => simulateValues(someHouse, time + at - winterMorning).status)
      fc.pre(reported.every(({ faultCode }) => faultCode === null))
      expect(new Set(reported.map((status) => status.gatewayStatus)).size).toBeGreaterThan(1)
    }),
    { numRuns: 50 },
  )
})

test('a heat pump has no burner, and a hybrid burns only on cold days', () => {
  const at = (applianceType: SimulatedAppliance['applianceType'], time: string) =>
    simulateValues({ serial: '733777217', applianceType }, Date.parse(time)).heatCurve
  expect(at('HP', '2026-01-20T12:00:00Z')).not.toHaveProperty('burnerModulation')
  expect(at('HYBRID', '2026-07-20T12:00:00Z').burnerModulation).toBe(0)
})

const winterWeek = Array.from({ length: 7 * 24 * 60 }, (_, minute) => winterMorning + minute * minuteMs)

test('the status is mostly ONLINE or WORKING', () => {
  const statuses = winterWeek.map((time) => simulateValues(appliance, time).status.gatewayStatus)
  const quiet = statuses.filter((status) => status === 'ONLINE' || status === 'WORKING')
  expect(quiet.length / statuses.length).toBeGreaterThan(0.85)
})

const startsADay = { BOILER: [10, 40], HP: [5, 15], HYBRID: [5, 20], UNKNOWN: [10, 40] } as const

test.each(
  applianceTypes.flatMap((applianceType) =>
    ['929220810', '620082968', '733777217'].map((serial) => ({ serial, applianceType })),
  ),
)('$applianceType $serial starts as often in a winter week as a well-adjusted one', (someHouse) => {
  const reported = winterWeek.map((time) => simulateValues(someHouse, time, null).status.gatewayStatus)
  const runs = lengthsOf(reported)
  const { runMs, pauseMs } = minRunAndPauseOf(someHouse.applianceType)
  const started = runs.filter(({ status }) => status === 'WORKING').length / 7
  const [min, max] = startsADay[someHouse.applianceType]
  expectBetween(started, min, max)
  // Omits the first and the last run, because the start and the end of the week may cut them off.
  for (const { status, minutes } of runs.slice(1, -1)) {
    expect(minutes).toBeGreaterThanOrEqual(Math.floor((status === 'WORKING' ? runMs : pauseMs) / minuteMs))
  }
})

function lengthsOf<Status>(reported: readonly Status[]): { status: Status; minutes: number }[] {
  const begins = reported.flatMap((status, minute) => (status === reported[minute - 1] ? [] : [minute]))
  return begins.flatMap((begin, index) => {
    const status = reported[begin]
    return status === undefined ? [] : [{ status, minutes: (begins[index + 1] ?? reported.length) - begin }]
  })
}

test.each(applianceTypes)('one or two faults a week are in the catalogue and possible for %s', (applianceType) => {
  const reported = quarterYear.map((time) => simulateValues({ ...appliance, applianceType }, time).status)
  const begun = reported.filter(
    ({ faultCode }, step) => faultCode !== null && faultCode !== reported[step - 1]?.faultCode,
  )
  expectBetween(begun.length, weeks - 2, 2 * weeks + 2)
  for (const { faultCode, gatewayStatus } of begun) {
    const fault = sampleFaults.find(({ code }) => code === faultCode)
    expect(fault).toMatchObject({ severity: gatewayStatus, emergency: false })
    expect(fault?.appliances).toContain(applianceType === 'UNKNOWN' ? 'BOILER' : applianceType)
  }
  expect(new Set(begun.map(({ gatewayStatus }) => gatewayStatus))).toEqual(new Set(['WARNING', 'ERROR']))
})

test('a requested error keeps everything off from its first report on', () => {
  fc.assert(
    fc.property(anyHouse, anyTime, (someHouse, time) => {
      const fault = { code: 'E104', severity: 'ERROR' } as const
      const { status, heatCurve, dhw1 } = simulateValues(someHouse, time, { fault, from: time })
      expect(status).toEqual({ gatewayStatus: 'ERROR', heatDemand: false, faultCode: 'E104' })
      expect(heatCurve.burnerModulation ?? 0).toBe(0)
      expect(heatCurve.compressorModulation ?? 0).toBe(0)
      expect(dhw1.charging).toBe(false)
    }),
  )
})

test('during an error nothing heats, and the heating water cools down', () => {
  const broken = quarterYear
    .map((time) => simulateValues(appliance, time))
    .filter(({ status }) => status.gatewayStatus === 'ERROR')
  expect(broken.length).toBeGreaterThan(0)
  for (const { status, heatCurve, dhw1 } of broken) {
    expect([status.heatDemand, heatCurve.burnerModulation, dhw1.charging]).toEqual([false, 0, false])
    expect(heatCurve.flowTemperature).toBeLessThanOrEqual(heatCurve.flowSetpoint)
  }
})

test('on a clear day the sun warms the room, and nothing heats it at night', () => {
  const roomAt = (hour: number) =>
    Array.from({ length: 30 }, (_, day) => simulateValues(appliance, winterMorning + (24 * day + hour) * hourMs).hc1)
  const mean = (hour: number) => roomAt(hour).reduce((sum, { roomTemperature }) => sum + roomTemperature, 0) / 30
  expect(mean(13)).toBeGreaterThan(mean(20))
  expect(mean(4)).toBeLessThan(mean(20) - 2)
  expect(new Set(roomAt(4).map(({ operationMode }) => operationMode))).toEqual(new Set(['setback']))
})

function expectBetween(value: number, min: number, max: number): void {
  expect(value).toBeGreaterThanOrEqual(min)
  expect(value).toBeLessThanOrEqual(max)
}
