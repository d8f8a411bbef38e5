import { expect, test } from 'vitest'
import { isGatekeeperName } from './gatekeepers.ts'

test.each([
  ['Google Ireland Limited', true],
  ['GOOGLE LLC', true],
  ['Amazon Europe Core S.à r.l.', true],
  ['Apple Inc.', true],
  ['Meta Platforms Ireland Ltd', true],
  ['Booking.com B.V.', true],
  ['Apple Orchard Heating Ltd', false],
  ['Meta Heat GmbH', false],
  ['Warm Advice GmbH', false],
  [' , inc', false],
])('%s is a gatekeeper by its name: %s', (company, isOne) => {
  expect(isGatekeeperName(company)).toBe(isOne)
})
