import { expect, test } from 'vitest'
import { consentForm, contractRequest } from './service-contract.ts'

const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'

function codesOf(body: unknown): string[] {
  const parsed = contractRequest.safeParse(body)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('a service provider may get either permission, customer support only full access', () => {
  expect(codesOf({ companyId, companyType: 'SUPPORT', permission: 'NOTIFICATIONS' })).toEqual([])
  expect(codesOf({ companyId, companyType: 'SUPPORT', permission: 'FULL_ACCESS' })).toEqual([])
  expect(codesOf({ companyId, companyType: 'ASA', permission: 'FULL_ACCESS' })).toEqual([])
  expect(codesOf({ companyId, companyType: 'ASA', permission: 'NOTIFICATIONS' })).toEqual([
    'permission full-access-only',
  ])
})

test('a company id must be a UUID', () => {
  expect(codesOf({ companyId: '1', companyType: 'ASA', permission: 'FULL_ACCESS' })).toEqual(['companyId pattern'])
})

test('the checkbox of a consent must be ticked', () => {
  expect(consentForm.safeParse({ consent: true }).success).toBe(true)
  expect(consentForm.safeParse({ consent: false }).error?.issues[0]?.message).toBe('required')
})

test('a request for a contract has no other fields', () => {
  const request = { companyId, companyType: 'ASA', permission: 'FULL_ACCESS' }
  expect(contractRequest.safeParse({ ...request, status: 'ACTIVE' }).success).toBe(false)
})
