import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { temperatureFormat } from './format.ts'

test.each(languages)('temperatures have the sign °C beside the number in %s', (language) => {
  expect(temperatureFormat(language).format(21)).toMatch(/^21[.,]0[\u{A0}\u{202F}]?°C$/u)
  expect(temperatureFormat(language).formatRange(-3, 21)).toMatch(/[^ ]°C$/u)
})

test('a range whose ends read alike is one temperature', () => {
  const { formatRange } = temperatureFormat('en')
  expect(formatRange(19.2, 21.44)).toBe('19.2–21.4°C')
  expect(formatRange(21.41, 21.44)).toBe('21.4°C')
})
