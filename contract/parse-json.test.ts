import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('text is parsed as JSON, or is null if it is not JSON', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseJson('')).toBeNull()
  expect(parseJson('{')).toBeNull()
})
