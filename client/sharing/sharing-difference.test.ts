import { expect, test } from 'vitest'
import { readCatalog } from '#test/text-catalogs.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { describeSharingDifference } from './sharing-difference.ts'

const texts = readCatalog('en')
const t: Translate = (id, values = {}) =>
  (texts[id] ?? `missing ${id}`).replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name]))
const words = { t, locale: 'en-GB' }
const before = { datatypes: ['status', 'faults'], historyMonths: 0, purpose: 'repair', until: '2027-03-01' } as const

test('the same consent again has no difference', () => {
  expect(
    describeSharingDifference(
      { ...before, datatypes: ['faults', 'status'] },
      { ...before, datatypes: [...before.datatypes] },
      words,
    ),
  ).toBe('')
})

test('a new consent says what is new, what goes, and what changes', () => {
  const asked = {
    ...before,
    datatypes: ['status' as const, 'settings' as const],
    purpose: 'research' as const,
    until: '2027-05-01',
  }
  expect(describeSharingDifference(asked, { ...before, datatypes: [...before.datatypes] }, words)).toBe(
    'New: Settings · No longer: Faults · What for: Research (previously: Repair) · Until: 1 May 2027 (previously: 1 March 2027)',
  )
})

test('months are only compared if the history is shared before and after', () => {
  const history = { ...before, datatypes: ['history' as const] }
  const asked = { ...history, historyMonths: 3 }
  expect(describeSharingDifference(asked, history, words)).toMatch(/^History: .+ \(previously: From today on\)$/u)
  expect(describeSharingDifference(asked, { ...before, datatypes: ['faults'] }, words)).toBe(
    'New: History · No longer: Faults',
  )
})
