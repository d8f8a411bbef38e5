import { expect, test, vi } from 'vitest'
import type { ApplianceType } from '#contract/appliance.ts'
import { datapoints } from '#contract/datapoints.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { assessCurrentWork } from './current-work.ts'
import {
  describeCurrentWork,
  formatInstallerReadings,
  type FormattedReading,
  formatSetpoint,
  formatTemperatures,
} from './reading-words.ts'
import type { Readings } from './readings-slice.ts'

const t: Translate = (id, values) => (values ? `${id} ${values['value']}` : id)

const inEnglish = { t, locale: 'en-GB' }

function texts(words: readonly FormattedReading[]): string[] {
  return words.map(({ name, value }) => `${name} ${value}`)
}

function forInstallers(readings: Readings, type: ApplianceType): FormattedReading[] {
  return formatInstallerReadings(readings, type, inEnglish)
}

function doing(readings: Readings, type: ApplianceType): string | null {
  return describeCurrentWork(assessCurrentWork(readings, { type, status: 'WORKING' }), t)
}

test("temperatures are in the reader's format, the room first, including unknown ones", () => {
  const readings = { flowTemperature: 42, outdoorTemperature: -3.46 }
  expect(texts(formatTemperatures(readings, 'BOILER', { t, locale: 'de' }))).toEqual([
    'readings.room null',
    'readings.hot-water null',
    'readings.flow 42,0\u00A0°C',
    'readings.outdoor −3,5\u00A0°C',
  ])
})

test('no number format is created before there are values', () => {
  const make = vi.spyOn(Intl, 'NumberFormat')
  formatTemperatures({}, 'BOILER', { t, locale: 'de-AT' })
  formatInstallerReadings({}, 'BOILER', { t, locale: 'de-AT' })
  expect(make).not.toHaveBeenCalled()
  make.mockRestore()
})

test('the setpoint of the room is shown if known', () => {
  expect(formatSetpoint({ roomSetpoint: 21 }, inEnglish)).toBe('readings.set-to 21.0°C')
  expect(formatSetpoint({}, inEnglish)).toBeNull()
})

test('activity, mode and modulation are shown as words', () => {
  const readings = { operationMode: 'setback', burnerModulation: 0 } as const
  expect(texts(forInstallers(readings, 'BOILER'))).toEqual([
    'readings.mode readings.mode.setback',
    'readings.burner 0%',
  ])
  expect(doing(readings, 'BOILER')).toBe('readings.activity.resting')
  expect(doing({ burnerModulation: 20 }, 'BOILER')).toBe('readings.activity.heating')
  expect(doing({}, 'BOILER')).toBeNull()
  const charging = { burnerModulation: 0, compressorModulation: 60, hotWaterCharging: true }
  expect(doing(charging, 'HYBRID')).toBe('readings.activity.hot-water')
})

test('every datapoint for the card is shown on it', () => {
  const shown = datapoints.flatMap(({ reading }) => (reading === undefined ? [] : [reading]))
  const placed: string[] = [...formatTemperatures({}, 'HYBRID', inEnglish), ...forInstallers({}, 'HYBRID')].map(
    ({ id }) => id,
  )
  const shownOtherwise = ['roomSetpoint', 'hotWaterCharging']
  expect(shown.filter((name) => !placed.includes(name))).toEqual(shownOtherwise)
})

test('an appliance in ERROR is off, not resting', () => {
  expect(assessCurrentWork({ burnerModulation: 0 }, { type: 'BOILER', status: 'ERROR' })).toBe('off')
  expect(assessCurrentWork({}, { type: 'BOILER', status: 'ERROR' })).toBe('unknown')
})

test('a type shows no values that it cannot have', () => {
  const ids = (type: 'BOILER' | 'HP' | 'HYBRID' | 'UNKNOWN') =>
    [...formatTemperatures({}, type, inEnglish), ...forInstallers({}, type)].map(({ id }) => id)
  expect(ids('BOILER')).not.toContain('compressorModulation')
  expect(ids('HP')).not.toContain('burnerModulation')
  expect(ids('HYBRID')).toEqual(expect.arrayContaining(['burnerModulation', 'compressorModulation']))
  expect(ids('UNKNOWN')).toEqual(['roomTemperature', 'flowTemperature', 'outdoorTemperature', 'operationMode'])
})

test('a heating of unknown type shows what it reports', () => {
  expect(texts(formatTemperatures({ hotWaterTemperature: 50 }, 'UNKNOWN', inEnglish))).toContain(
    'readings.hot-water 50.0°C',
  )
})

test('a heat pump that reports a burner does not show it', () => {
  expect(texts(forInstallers({ burnerModulation: 10, compressorModulation: 0 }, 'HP'))).toEqual([
    'readings.mode null',
    'readings.compressor 0%',
  ])
})
