import { expect, test, vi } from 'vitest'
import type { ApplianceType } from '#contract/appliance.ts'
import { datapoints } from '#contract/datapoints.ts'
import type { Translate } from '#client/i18n/text.ts'
import { activityOf } from './activity.ts'
import { operationWords, type ReadingWords, setpointWords, temperatureWords } from './reading-words.ts'
import type { Readings } from './readings-slice.ts'

const t: Translate = (id, values) => (values ? `${id} ${values['value']}` : id)

const inEnglish = { t, locale: 'en-GB' }

function told(words: readonly ReadingWords[]): string[] {
  return words.map(({ name, value }) => `${name} ${value}`)
}

function doing(readings: Readings, type: ApplianceType): ReadingWords[] {
  return operationWords(readings, { type, activity: activityOf(readings, { type, status: 'WORKING' }) }, inEnglish)
}

test("temperatures stand in the reader's way, the room first, those that are not known too", () => {
  const readings = { flowTemperature: 42, outdoorTemperature: -3.46 }
  expect(told(temperatureWords(readings, 'BOILER', { t, locale: 'de' }))).toEqual([
    'readings.room null',
    'readings.hot-water null',
    'readings.flow 42,0\u00A0°C',
    'readings.outdoor −3,5\u00A0°C',
  ])
})

test('nothing is made to write numbers before there are any', () => {
  const make = vi.spyOn(Intl, 'NumberFormat')
  temperatureWords({}, 'BOILER', { t, locale: 'de-AT' })
  operationWords({}, { type: 'BOILER', activity: 'unknown' }, { t, locale: 'de-AT' })
  expect(make).not.toHaveBeenCalled()
  make.mockRestore()
})

test('what the room is set to is told where it is known', () => {
  expect(setpointWords({ roomSetpoint: 21 }, inEnglish)).toBe('readings.set-to 21.0°C')
  expect(setpointWords({}, inEnglish)).toBeNull()
})

test('what it does, its mode and modulation are told in words', () => {
  const readings = { operationMode: 'setback', burnerModulation: 0 } as const
  expect(told(doing(readings, 'BOILER'))).toEqual([
    'readings.activity readings.activity.resting',
    'readings.mode readings.mode.setback',
    'readings.burner 0%',
  ])
  expect(doing({ burnerModulation: 20 }, 'BOILER')[0]?.value).toBe('readings.activity.heating')
  const charging = { burnerModulation: 0, compressorModulation: 60, hotWaterCharging: true }
  expect(doing(charging, 'HYBRID')[0]?.value).toBe('readings.activity.hot-water')
})

test('whatever the dictionary gives to the card has its place there', () => {
  const given = datapoints.flatMap(({ reading }) => (reading === undefined ? [] : [reading]))
  const placed: string[] = [...temperatureWords({}, 'HYBRID', inEnglish), ...doing({}, 'HYBRID')].map(({ id }) => id)
  const toldOtherwise = ['roomSetpoint', 'hotWaterCharging']
  expect(given.filter((name) => !placed.includes(name))).toEqual(toldOtherwise)
})

test('what is in ERROR is off, it does not rest', () => {
  expect(activityOf({ burnerModulation: 0 }, { type: 'BOILER', status: 'ERROR' })).toBe('off')
  expect(activityOf({}, { type: 'BOILER', status: 'ERROR' })).toBe('unknown')
})

test('a type is not asked for what it does not have', () => {
  const ids = (type: 'BOILER' | 'HP' | 'HYBRID' | 'UNKNOWN') =>
    [...temperatureWords({}, type, inEnglish), ...doing({}, type)].map(({ id }) => id)
  expect(ids('BOILER')).not.toContain('compressorModulation')
  expect(ids('HP')).not.toContain('burnerModulation')
  expect(ids('HYBRID')).toEqual(expect.arrayContaining(['burnerModulation', 'compressorModulation']))
  expect(ids('UNKNOWN')).toEqual([
    'roomTemperature',
    'flowTemperature',
    'outdoorTemperature',
    'activity',
    'operationMode',
  ])
})

test('a heating of a kind that is not known shows what it reports', () => {
  expect(told(temperatureWords({ hotWaterTemperature: 50 }, 'UNKNOWN', inEnglish))).toContain(
    'readings.hot-water 50.0°C',
  )
})

test('a heat pump that reports a burner shows none', () => {
  expect(told(doing({ burnerModulation: 10, compressorModulation: 0 }, 'HP'))).toEqual([
    'readings.activity readings.activity.resting',
    'readings.mode null',
    'readings.compressor 0%',
  ])
})
