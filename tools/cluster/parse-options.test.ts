import { expect, test } from 'vitest'
import { parseNumber, parseOptions } from './parse-options.ts'

test('a wrong option is refused in a sentence', () => {
  const error = expect.objectContaining({ name: 'StartError' })
  expect(() => parseOptions({ args: ['--fast'], options: {} })).toThrow(error)
  for (const text of ['many', '0', '1.5']) expect(() => parseNumber(text, 1)).toThrow(error)
  expect(parseNumber('3', 1)).toBe(3)
})
