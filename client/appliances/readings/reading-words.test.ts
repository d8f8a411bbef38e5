import { expect, test } from 'vitest'
import type { Translate } from '#client/i18n/text.ts'
import { expectedWords, operationWords, temperatureWords } from './reading-words.ts'

const t: Translate = (id) => id

test("temperatures stand in the reader's way, those that are known alone", () => {
  const readings = { flowTemperature: 42, outdoorTemperature: -3.46 }
  expect(temperatureWords(readings, { t, locale: 'de' }).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'readings.flow 42,0 °C',
    'readings.outdoor -3,5 °C',
  ])
})

test('mode and modulation are told in words', () => {
  const readings = { operationMode: 'setback', burnerModulation: 0 } as const
  expect(operationWords(readings, { t, locale: 'en-GB' }).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'readings.mode readings.mode.setback',
    'readings.burner 0%',
  ])
})

test('what is not known is not told', () => {
  expect(operationWords({}, { t, locale: 'en' })).toEqual([])
  expect(temperatureWords({}, { t, locale: 'en' })).toEqual([])
})

test('what a connected appliance is expected to say is named before it does', () => {
  const { temperatures, operation } = expectedWords('HYBRID', t)
  expect(temperatures.map(({ name }) => name)).toEqual([
    'readings.room',
    'readings.flow',
    'readings.hot-water',
    'readings.outdoor',
  ])
  expect(operation.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'readings.mode –',
    'readings.burner –',
    'readings.compressor –',
  ])
})
