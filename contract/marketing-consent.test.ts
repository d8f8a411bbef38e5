import { expect, test } from 'vitest'
import { hasMarketingConsent } from './marketing-consent.ts'

test.each([
  ['cedar_privacy=version=2&marketing=1', true],
  ['a=b; cedar_privacy=version%3D2%26marketing%3D1', true],
  ['cedar_privacy=version=2&marketing=0', false],
  ['cedar_privacy=version=1&marketing=1', false],
  ['birch_privacy=version=2&marketing=1', false],
  ['cedar_privacy=%E0%A4%A', false],
  ['', false],
])('%o is marketing consent: %o', (cookies, isConsent) => {
  expect(hasMarketingConsent(cookies, 'cedar_privacy')).toBe(isConsent)
})
