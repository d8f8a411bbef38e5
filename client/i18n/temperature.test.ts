import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { temperatureFormat } from './format.ts'

test.each(languages)('temperatures have the sign °C in %s', (language) => {
  expect(temperatureFormat(language, {}).format(21)).toMatch(/^21\s?°C$/u)
})

test('temperatures have the digits that are asked for', () => {
  expect(temperatureFormat('pl', { minimumFractionDigits: 1 }).format(21)).toBe('21,0°C')
})
