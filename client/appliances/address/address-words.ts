import type { AddressForm } from '#contract/address-form.ts'
import { type Address, addressLimits } from '#contract/address.ts'
import { isInForce } from '#contract/provider.ts'
import type { MessageId, Sentence } from '#client/i18n/text.ts'
import type { Appliance } from '../appliance.ts'

export type AddressField = keyof AddressForm

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
  const fields = Object.keys(pathsOf) as AddressField[]
  return fields.find((field) => pathsOf[field].includes(path)) ?? null
}

const pathsOf: Readonly<Record<AddressField, readonly string[]>> = {
  country: ['country'],
  postalCode: ['postalCode'],
  city: ['city'],
  street1: ['street', 'street.0'],
  street2: ['street.1'],
}

/** An address as it stands on an envelope, the country in the reader's language. `locale`: BCP 47. */
export function addressLines({ street, postalCode, city, country }: Address, locale: string): string[] {
  const countryName = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  return [...street, `${postalCode} ${city}`, countryName]
}

/** Why the country of an address cannot be changed; null when it can. Specification 4.5. */
export function countryLockOf({ service }: Pick<Appliance, 'service'>): MessageId | null {
  const { provider, asaSupport } = service
  const hasProvider = provider !== null && isInForce(provider.status)
  const hasSupport = asaSupport !== null && isInForce(asaSupport.status)
  if (hasProvider && hasSupport) return 'address.locked.both'
  if (hasProvider) return 'address.locked.provider'
  return hasSupport ? 'address.locked.support' : null
}
