import { expect, test } from 'vitest'
import { addressForm } from '#contract/address-form.ts'
import { address } from '#contract/address.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import { chooseDefaultCountry } from '#client/i18n/default-country.ts'
import { toAppliances } from '../state/appliance.ts'
import {
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
} from '#test/client/api-connection.ts'
import {
  type AddressField,
  findAddressFieldByPath,
  addressErrorMessage,
  findCountryLockReason,
} from './address-fields.tsx'
import { formatAddressLines } from './address-tab.tsx'

function lockWith(...contracts: ServiceContract[]) {
  const service = { canEditContract: true, address: testAddress, contracts }
  const [appliance] = toAppliances([createApiConnection({ service })])
  return appliance && findCountryLockReason(appliance)
}

test('the country is locked while a service provider or customer support exists', () => {
  expect(lockWith()).toBeNull()
  expect(lockWith(testProviderContract)).toBe('address.locked.provider')
  expect(lockWith(testSupportContract)).toBe('address.locked.support')
  expect(lockWith(testProviderContract, testSupportContract)).toBe('address.locked.both')
})

test('a declined contract does not lock the country', () => {
  expect(lockWith({ ...testProviderContract, status: 'DECLINED' })).toBeNull()
  expect(lockWith({ ...testProviderContract, status: 'DECLINED' }, testSupportContract)).toBe('address.locked.support')
})

const available = ['DE', 'AT', 'CZ'] as const

test("the default country is the user's, otherwise the browser's", () => {
  expect(chooseDefaultCountry({ userCountry: 'AT', preferred: ['de-DE'], available })).toBe('AT')
  expect(chooseDefaultCountry({ userCountry: null, preferred: ['de-DE'], available })).toBe('DE')
  expect(chooseDefaultCountry({ userCountry: null, preferred: ['cs'], available })).toBe('CZ')
})

test('a country without the brand is not the default', () => {
  expect(chooseDefaultCountry({ userCountry: 'PL', preferred: ['en-GB', 'de-AT'], available })).toBe('AT')
  expect(chooseDefaultCountry({ userCountry: null, preferred: ['ja-JP', 'C', ''], available })).toBe('')
})

const drafts = [
  { country: '', postalCode: '', city: '', street1: '', street2: ' ' },
  { country: 'DE', postalCode: ' ', city: ' ', street1: ' ', street2: '' },
  { country: 'DE', postalCode: '12(3)', city: 'a'.repeat(129), street1: 'a'.repeat(257), street2: 'a'.repeat(257) },
  { country: 'DE', postalCode: '1'.repeat(13), city: '\u0000', street1: '\u0000', street2: '\u0000' },
]

test('each rule has the message of the specification', () => {
  const said = drafts.flatMap((draft) =>
    (addressForm.safeParse(draft).error?.issues ?? []).map(
      ({ path, message }) => `${String(path[0])}: ${addressErrorMessage(path[0] as AddressField, message)[0]}`,
    ),
  )
  expect(said).toEqual([
    'country: address.country.required',
    'postalCode: address.postal-code.required',
    'city: address.city.required',
    'street1: address.street1.required',
    'street2: address.whitespace',
    'postalCode: address.whitespace',
    'city: address.whitespace',
    'street1: address.whitespace',
    'postalCode: address.postal-code.special-characters',
    'city: address.max-length',
    'street1: address.max-length',
    'street2: address.max-length',
    'postalCode: address.max-length',
    'city: address.character',
    'street1: address.character',
    'street2: address.character',
  ])
})

test('a message about length states the limit', () => {
  expect(addressErrorMessage('city', 'max-length')).toEqual(['address.max-length', { max: 128 }])
})

test('a field that the server refused is mapped to the field of the form', () => {
  expect(findAddressFieldByPath('street.0')).toBe('street1')
  expect(findAddressFieldByPath('street.1')).toBe('street2')
  expect(findAddressFieldByPath('brand')).toBeNull()
})

test('an address is shown with all of its fields', () => {
  expect(Object.keys(testAddress).toSorted()).toEqual(Object.keys(address.shape).toSorted())
  const shown = formatAddressLines(testAddress, 'en').join('\n')
  const { country: _, ...fields } = testAddress
  expect([...Object.values(fields).flat().map(String), 'Germany'].filter((value) => !shown.includes(value))).toEqual([])
})
