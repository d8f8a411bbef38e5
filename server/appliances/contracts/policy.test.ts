import { expect, test } from 'vitest'
import { companyErrorOf } from './policy.ts'

const company = { country: 'DE', brands: ['cedar', 'birch'], acceptsAutomatically: false }

test('a company can be connected if it serves the brand and the country of the address, or if there is no address', () => {
  expect(companyErrorOf(company, { country: 'DE', brand: 'birch' })).toBeNull()
  expect(companyErrorOf(company, { country: null, brand: 'cedar' })).toBeNull()
})

test('only the first error of a company is reported', () => {
  expect(companyErrorOf(null, { country: 'DE', brand: 'cedar' })).toBe('unknown-company')
  expect(companyErrorOf(company, { country: 'AT', brand: 'fir' })).toBe('other-brand')
  expect(companyErrorOf(company, { country: 'AT', brand: 'cedar' })).toBe('other-country')
})
