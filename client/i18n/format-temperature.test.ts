import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { getTemperatureFormat } from './format.ts'

test.each(languages)('temperatures have the sign °C in %s', (language) => {
  expect(getTemperatureFormat(language).format(21)).toMatch(/^21[.,]0[\u{A0}\u{202F}]?°C$/u)
  expect(getTemperatureFormat(language).formatRange(-3, 21)).toMatch(/[^ ]°C$/u)
})

test('a range with equal ends is one temperature', () => {
  const { formatRange } = getTemperatureFormat('en')
  expect(formatRange(21.41, 21.44)).toBe('21.4°C')
})

test('all ranges have the same dash and no line break, and negative values have a minus sign, not a hyphen', () => {
  const { format, formatRange } = getTemperatureFormat('en')
  expect(formatRange(19.2, 21.44)).toBe('19.2\u00A0–\u2060\u00A021.4°C')
  expect(formatRange(-3.2, 9.8)).toBe('\u22123.2\u00A0–\u2060\u00A09.8°C')
  expect(format(-3.2)).toBe('\u22123.2°C')
  for (const language of languages) expect(getTemperatureFormat(language).formatRange(-9, -3)).not.toContain('-')
})
