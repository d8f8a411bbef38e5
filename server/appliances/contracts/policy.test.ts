import { expect, test } from 'vitest'
import { companyErrorOf } from './policy.ts'

const company = { country: 'DE', brands: ['cedar', 'birch'], acceptsAutomatically: false }

test('a company is connected that serves the brand, in the country of the address or without one', () => {
  expect(companyErrorOf(company, { country: 'DE', brand: 'birch' })).toBeNull()
  expect(companyErrorOf(company, { country: null, brand: 'cedar' })).toBeNull()
})

test('what is wrong with a company is told, the first thing first', () => {
  expect(companyErrorOf(null, { country: 'DE', brand: 'cedar' })).toBe('unknown-company')
  expect(companyErrorOf(company, { country: 'AT', brand: 'fir' })).toBe('other-brand')
  expect(companyErrorOf(company, { country: 'AT', brand: 'cedar' })).toBe('other-country')
})
