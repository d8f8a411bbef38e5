import { addressLimits } from '#contract/address.ts'
import type { MessageId, Sentence } from '#client/i18n/text.ts'

export type AddressField = 'country' | 'postalCode' | 'city' | 'street1' | 'street2'

/** What is said of a rule that a field broke. Specification 5.1. */
export function addressSentence(field: AddressField, rule: string): Sentence {
  if (rule === 'required') return [required[field]]
  if (rule === 'special-characters') return ['address.postal-code.special-characters']
  if (rule === 'max-length') return ['address.max-length', { max: limits[field] }]
  return [rule === 'whitespace' ? 'address.whitespace' : 'address.character']
}

const required: Readonly<Record<AddressField, MessageId>> = {
  country: 'address.country.required',
  postalCode: 'address.postal-code.required',
  city: 'address.city.required',
  street1: 'address.street1.required',
  street2: 'address.whitespace',
}

const limits: Readonly<Record<AddressField, number>> = {
  country: 2,
  postalCode: addressLimits.postalCode,
  city: addressLimits.city,
  street1: addressLimits.street,
  street2: addressLimits.street,
}

/** The form's field for a path of the server's answer, `street.0`; null for any other. Specification 13.3. */
export function addressFieldOf(path: string): AddressField | null {
  return fields[path] ?? null
}

const fields: Readonly<Record<string, AddressField>> = {
  country: 'country',
  postalCode: 'postalCode',
  city: 'city',
  street: 'street1',
  'street.0': 'street1',
  'street.1': 'street2',
}
