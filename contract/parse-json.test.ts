import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('text is parsed as JSON, and null stands for text that is not JSON', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseJson('')).toBeNull()
  expect(parseJson('{')).toBeNull()
})
