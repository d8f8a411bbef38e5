import { expect, test } from 'vitest'
import { formatLoggedAnswer } from './delivery-outcome.ts'

test.each([
  ["550 <o'brien@example.com> unknown", '550 <***> unknown'],
  ['550 <x@[192.0.2.1]> unknown', '550 <***> unknown'],
  [String.raw`550 "a\"b c"@x.example unknown`, '550 *** unknown'],
  ["550 'a@x.example', b@x.example: unknown", "550 ***', ***: unknown"],
])('no email address of %s is logged', (answer, logged) => {
  expect(formatLoggedAnswer(answer)).toBe(logged)
})

test('a logged answer has at most 500 characters, and no part of an address', () => {
  const start = '5'.repeat(490)
  expect(formatLoggedAnswer(`${start} someone.long@x.example ${start}`)).toBe(`${start} *** ${start.slice(0, 5)}`)
})
