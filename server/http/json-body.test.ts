import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonBody as parseBytes } from './json-body.ts'

const parseJsonBody = (body: string) => parseBytes(Buffer.from(body))

test('everything that JSON.stringify writes is read back, except prototype names', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
      const body = JSON.stringify(value)
      fc.pre(!/__proto__|constructor|prototype|\\u[d][89a-f]/u.test(body) && !/[[{]{10}/u.test(body))
      expect(parseJsonBody(body)).toEqual(JSON.parse(body))
    }),
  )
})

test('an empty body is undefined', () => {
  expect(parseJsonBody('')).toBeUndefined()
})

test.each([
  '{',
  '{"a":1,}',
  '{"a":1}{}',
  "{'a':1}",
  '{"a":NaN}',
  '// note\n{}',
  '{"a":1,"a":2}',
  '{"b":{"a":1,"\\u0061":2}}',
  '{"__proto__":{"owner":true}}',
  '{"a":{"constructor":1}}',
  '['.repeat(30_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '\u0000',
  '{"a":"\\ud800"}',
  '{"a":["\\udc00\\ud800"]}',
  '{"\\ud800":1}',
])('malformed JSON is refused as an invalid request: %s', (body) => {
  expect(() => parseJsonBody(body)).toThrow('malformed')
})

test('bytes that are not UTF-8 are refused, not replaced', () => {
  expect(() => parseBytes(Buffer.from('{"a":"\u00e9"}', 'latin1'))).toThrow('malformed')
})
