import { expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { listPhoneCountries } from '#contract/phone.ts'
import { listCountryOptions } from './country-select.tsx'
import { findFlagUrl } from './country-flag.tsx'

test('countries have their names in the language of the reader', () => {
  const codes = ['CZ', 'AT', 'DE']
  expect(listCountryOptions({ codes, locale: 'de' }).map(({ name }) => name)).toEqual([
    'Deutschland',
    'Österreich',
    'Tschechien',
  ])
  expect(listCountryOptions({ codes, locale: 'cs' }).map(({ name }) => name)).toEqual(['Česko', 'Německo', 'Rakousko'])
})

test('the dialling code is optional', () => {
  const [germany] = listCountryOptions({ codes: ['DE'], locale: 'en', diallingCodeOf: () => '+49' })
  expect(germany).toEqual({ code: 'DE', name: 'Germany', diallingCode: '+49' })
  expect(listCountryOptions({ codes: ['DE'], locale: 'en' })).toEqual([{ code: 'DE', name: 'Germany' }])
})

test('every country of the portal and of the telephone codes has a flag', () => {
  const all = [...countries, ...listPhoneCountries()]
  expect(all.filter((country) => findFlagUrl(country) === undefined)).toEqual([])
})
