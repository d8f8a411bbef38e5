import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseClaimCode, formatClaimCode } from './claim-code.ts'
import { claimForm } from './claim.ts'

const values = { serialNumber: '929220810', accessCode: 'ESgptBxRbYpCVLTQ', userPassword: 'warm & cosy+100%' }
const text = 'gateway:claim?serial=929220810&access=ESgptBxRbYpCVLTQ&password=warm%20%26%20cosy%2B100%25'

const anyValues = fc.record({
  serialNumber: fc.stringMatching(/^\d{9}$/),
  accessCode: fc.stringMatching(/^\w{16}$/),
  userPassword: fc
    .string({ minLength: 4, maxLength: 60, unit: 'grapheme' })
    .filter((it) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(it)),
})

test('the code contains serial number, access code and user password, percent-encoded', () => {
  expect(formatClaimCode(values)).toBe(text)
  expect(parseClaimCode(text)).toEqual({ kind: 'claim', values })
})

test('a written code is read back, with its parts in any order', () => {
  fc.assert(
    fc.property(anyValues, fc.constantFrom([0, 1, 2], [2, 1, 0], [1, 0, 2]), (some, order) => {
      const [prefix, query = ''] = formatClaimCode(some).split('?')
      const pairs = query.split('&')
      const code = `${prefix}?${order.map((index) => pairs[index]).join('&')}`
      expect(parseClaimCode(code)).toEqual({ kind: 'claim', values: some })
    }),
  )
})

test('a password of maximum length is read completely', () => {
  const longest = { ...values, userPassword: '\u{1f525}'.repeat(64) }
  expect(parseClaimCode(formatClaimCode(longest))).toEqual({ kind: 'claim', values: longest })
})

test.each([
  '',
  'https://portal.example/appliances/add?serial=929220810',
  'javascript:alert(1)',
  'WIFI:T:WPA;S:home;P:secret;;',
  'GATEWAY:CLAIM?serial=1',
  ` ${text}`,
  'gateway:claim',
  `x${'y'.repeat(5_000)}`,
])('another code is not a claim code: %j', (code) => {
  expect(parseClaimCode(code)).toEqual({ kind: 'foreign' })
})

test.each([
  'gateway:claim?',
  'gateway:claim?serial=929220810&access=ESgptBxRbYpCVLTQ',
  `${text}&password=other`,
  `${text}&`,
  `${text}&next=https%3A%2F%2Fevil.example`,
  `${text}#fragment`,
  text.replace('serial', 'Serial'),
  text.replace('serial', '__proto__'),
  text.replace('serial', 'constructor'),
  text.replace('serial=', 'serial'),
  text.replace('929220810', '92922081'),
  text.replace('929220810', '929220810\n'),
  text.replace('ESgptBxRbYpCVLTQ', 'short'),
  text.replace('%25', '%'),
  text.replace('%25', '%ff'),
  text.replace('%25', '%00'),
  text.replace('%25', '%0A'),
  text.replace('%25', '%E2%80%AE'),
  text.replace('%20', ' '),
  text.replace('%20', '+'),
  text.replace('%26', '<script>'),
  `${text}${'a'.repeat(3_000)}`,
])('an invalid claim code is damaged: %j', (code) => {
  expect(parseClaimCode(code)).toEqual({ kind: 'damaged' })
})

test('any code gives values that the form accepts, or none', () => {
  const parts = fc.oneof(
    fc.string(),
    fc.constantFrom('serial=', 'access=', 'password=', '&', '%', '929220810', values.accessCode),
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
      const read = parseClaimCode(`gateway:claim?${pieces.join('')}`)
      const taken =
        read.kind === 'claim' ? { kind: 'claim', values: claimForm.parse(read.values) } : { kind: 'damaged' }
      expect(read).toEqual(taken)
    }),
  )
})
