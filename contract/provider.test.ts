import { expect, test } from 'vitest'
import { company, isContractInForce } from './provider.ts'

test('a contract is in force unless the company has declined it', () => {
  expect(isContractInForce('PENDING')).toBe(true)
  expect(isContractInForce('ACTIVE')).toBe(true)
  expect(isContractInForce('DECLINED')).toBe(false)
})

test('a company needs neither a telephone nor an e-mail address', () => {
  const address = { street: ['Ring 1'], postalCode: '1010', city: 'Wien', country: 'AT' }
  const huber = { id: '5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21', name: 'Huber', address }
  expect(company.safeParse(huber).success).toBe(true)
  expect(company.safeParse({ ...huber, address: { ...address, country: 'US' } }).success).toBe(false)
})
