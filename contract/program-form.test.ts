import { expect, test } from 'vitest'
import {
  approvalRequest,
  areApprovableRedirectUris,
  redirectUrisPatch,
  programKeysBody,
  programRegistration,
} from './program-form.ts'
import { programTermsVersion } from './programs.ts'

type Schema = {
  safeParse(value: unknown): { error?: { issues: { message: string; path: PropertyKey[] }[] } | undefined }
}

/** The refused fields with their codes, as `field: code`. */
function refusals(schema: unknown, value: object): string[] {
  const { error } = (schema as Schema).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `${String(path[0] ?? '')}: ${message}`)
}

const program = {
  name: 'Warm Advice (2)',
  contactEmail: 'ada@example.com',
  clientType: 'confidential',
  redirectUris: ['https://partner.example/back'],
  acceptedTerms: programTermsVersion,
  isGatekeeper: false,
}
const approval = { name: 'Warm Advice GmbH', registerNumber: 'HRB 1234/5', country: 'DE' }
const key = { kty: 'EC', crv: 'P-256', x: 'a'.repeat(43), y: 'b'.repeat(43) }

test('a program with a name and terms is accepted, with or without a redirect URI', () => {
  expect(refusals(programRegistration, program)).toEqual([])
  expect(programRegistration.parse({ ...program, name: '  Warm Advice ' }).name).toBe('Warm Advice')
  expect(refusals(programRegistration, { ...program, redirectUris: [] })).toEqual([])
  expect(refusals(programRegistration, { ...program, jwks: { keys: [key] } })).toEqual([])
})

test.each([
  [{ name: ' ' }, 'name: required'],
  [{ name: 'a'.repeat(1_000) }, 'name: max-length'],
  [{ name: '<b>' }, 'name: pattern'],
  [{ name: '-x' }, 'name: pattern'],
  [{ redirectUris: ['ftp://x'] }, 'redirectUris: redirect-uri'],
  [{ redirectUris: Array.from({ length: 100 }, (_, n) => `https://partner.example/${n}`) }, 'redirectUris: max-length'],
  [{ redirectUris: ['https://partner.example/a', 'https://partner.example/a'] }, 'redirectUris: repeated'],
  [{ clientType: 'public', jwks: { keys: [key] } }, 'jwks: public-client'],
  [{ acceptedTerms: '0' }, 'acceptedTerms: terms-version'],
  [{ isGatekeeper: true }, 'isGatekeeper: gatekeeper'],
] as const)('a program is refused: %o', (wrong, refusal) => {
  expect(refusals(programRegistration, { ...program, ...wrong })).toEqual([refusal])
})

test('fields that nobody describes are refused', () => {
  for (const [schema, body] of [
    [programRegistration, program],
    [redirectUrisPatch, { redirectUris: [] }],
    [programKeysBody, { jwks: { keys: [key] } }],
    [approvalRequest, approval],
  ] as const)
    expect([body, { ...body, more: 1 }].map((one) => refusals(schema, one).length)).toEqual([0, 1])
})

test('all redirect URIs of an approved program use https', () => {
  const [secure, local] = ['https://partner.example/back', 'http://localhost:3000/back']
  expect(areApprovableRedirectUris([secure])).toBe(true)
  expect(areApprovableRedirectUris([secure, local])).toBe(false)
})

test.each([
  [{ name: 'Google Ireland Limited' }, 'name: gatekeeper'],
  [{ name: '' }, 'name: required'],
  [{ registerNumber: ' ' }, 'registerNumber: required'],
  [{ registerNumber: 'a'.repeat(1_000) }, 'registerNumber: max-length'],
  [{ registerNumber: '/1' }, 'registerNumber: pattern'],
  [{ registerNumber: '1?' }, 'registerNumber: pattern'],
] as const)('a company is refused: %o', (wrong, refusal) => {
  expect(refusals(approvalRequest, { ...approval, ...wrong })).toEqual([refusal])
})
