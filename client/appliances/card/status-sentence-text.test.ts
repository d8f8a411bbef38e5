import { expect, test } from 'vitest'
import { type GatewayStatus, gatewayStatuses } from '#contract/appliance.ts'
import fc from 'fast-check'
import type { Translate } from '#client/i18n/message-types.ts'
import en from '#texts/en/page.json' with { type: 'json' }
import { isCoveredByClaimMessage, type StatusSentenceOptions, statusSentenceOf } from './status-sentence-text.ts'

const t: Translate = (id, values = {}) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
    (en as Record<string, string>)[id] ?? id,
  )

const now = new Date(2026, 2, 1, 18, 0).getTime()
const since = new Date(2026, 2, 1, 14, 3).toISOString()

type Changes = Partial<StatusSentenceOptions> & Partial<StatusSentenceOptions['appliance']>

function said(changes: Changes): string {
  const { applianceStatus = 'WORKING', statusSince = since, fault = null, ...others } = changes
  const parts = statusSentenceOf({
    appliance: { applianceStatus, statusSince, fault },
    isOld: false,
    catalogued: null,
    power: 'unknown',
    lately: 'none',
    now,
    locale: 'en-GB',
    t,
    ...others,
  })
  return parts.map((part) => (typeof part === 'string' ? part : part.title)).join('')
}

test('a working appliance is well; the chip has the time since when', () => {
  expect(said({})).toBe('All is well.')
  expect(said({ applianceStatus: 'ONLINE' })).toBe('All is well.')
})

test('the message about a claim replaces the sentence of a gateway that is not connected', () => {
  const isSaid = (applianceStatus: GatewayStatus) =>
    isCoveredByClaimMessage({ applianceStatus, statusSince: null, fault: null })
  expect(gatewayStatuses.filter(isSaid).toSorted()).toEqual(['OFFLINE', 'UNKNOWN'])
  expect(isCoveredByClaimMessage({ applianceStatus: 'OFFLINE', statusSince: since, fault })).toBe(false)
})

test('after an emergency the card does not say that all is well', () => {
  for (const applianceStatus of ['WORKING', 'ONLINE'] as const) {
    for (const statusSince of [since, null]) {
      expect(said({ applianceStatus, statusSince, lately: 'emergency' })).toBe(
        'The alarm is no longer reported, but this does not mean that the danger is over.',
      )
    }
  }
})

test('while it is unknown whether there was an emergency, the card says only the status', () => {
  expect(said({ lately: 'unknown' })).toBe('Working since 14:03.')
  expect(said({ statusSince: null, lately: 'unknown' })).toBe('Working.')
})

const catalogued = { title: 'Burner does not ignite', emergency: false, language: 'en' } as const
const fault = { code: 'E104', severity: 'ERROR' } as const

test('a fault has its code, its title, and its effect on the heating', () => {
  const failing = { applianceStatus: 'ERROR', fault } as const
  expect(said({ ...failing, catalogued, power: 'off' })).toBe('Fault E104: Burner does not ignite. Heating is off.')
  expect(said({ ...failing, catalogued, power: 'on' })).toBe('Fault E104: Burner does not ignite.')
  expect(said({ ...failing, catalogued })).toBe('Fault E104: Burner does not ignite.')
  expect(said(failing)).toBe('Fault E104.')
  expect(said({ applianceStatus: 'ERROR' })).toBe('The appliance reports a fault.')
})

test('a warning does not say that the heating is off', () => {
  const warning = { applianceStatus: 'WARNING', fault: { code: 'W301', severity: 'WARNING' } } as const
  expect(said({ ...warning, power: 'off' })).toBe('Warning W301.')
  expect(said({ ...warning, power: 'on' })).toBe('Warning W301. It is still heating.')
  expect(said({ applianceStatus: 'WARNING' })).toBe('The appliance needs attention.')
})

test('a code with a status that is not a fault is a note', () => {
  expect(said({ fault: { code: 'I3', severity: null }, catalogued: { ...catalogued, title: 'Filter due.' } })).toBe(
    'Note I3: Filter due.',
  )
})

test('in an emergency there is no sentence, because the instruction comes first', () => {
  expect(said({ applianceStatus: 'ERROR', fault, catalogued: { ...catalogued, emergency: true } })).toBe('')
})

test('for an offline appliance the card says what to check; the chip has the time since when', () => {
  expect(said({ applianceStatus: 'OFFLINE' })).toBe('Please check that the gateway has power and internet.')
})

test('the space for the first values says that an appliance has never reported', () => {
  expect(said({ applianceStatus: 'UNKNOWN', statusSince: null })).toBe('')
  expect(said({ applianceStatus: 'UNKNOWN' })).toBe('The status is not known at the moment.')
})

test('old data is described as the last status; the chip shows its age', () => {
  expect(said({ isOld: true })).toBe('This may be out of date. Last known status: Working.')
  expect(said({ isOld: true, applianceStatus: 'ERROR', fault })).toMatch(/status: Error\.$/u)
})

test('the card says that all is well only for current data without a fault', () => {
  const inputs = fc.record({
    applianceStatus: fc.constantFrom(...gatewayStatuses),
    statusSince: fc.constantFrom(null, since),
    fault: fc.constantFrom(null, fault, { code: null, severity: 'WARNING' as const }, { code: 'I3', severity: null }),
    isOld: fc.boolean(),
    catalogued: fc.constantFrom(null, catalogued),
    power: fc.constantFrom('on' as const, 'off' as const, 'unknown' as const),
  })
  fc.assert(
    fc.property(inputs, (input) => {
      const isWell = !input.isOld && input.fault === null && ['WORKING', 'ONLINE'].includes(input.applianceStatus)
      expect(said(input as Changes).includes('well')).toBe(isWell)
    }),
  )
})
