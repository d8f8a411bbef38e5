import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** What can be wrong with a national number of digits for its country. Specification 5, "Account details". */
export type PhoneFault = 'country' | 'length' | 'country-mismatch'

/** The fault of a national number (digits without leading 0) for a country (ISO alpha-2), or null. */
export function phoneFaultOf(nationalNumber: string, country: string): PhoneFault | null {
  if (!isPhoneCountry(country)) return 'country'
  if (validatePhoneNumberLength(nationalNumber, country) !== undefined) return 'length'
  const phone = parsePhoneNumberFromString(nationalNumber, country)
  return phone?.isValid() === true && phone.country === country ? null : 'country-mismatch'
}

export function isPhoneCountry(country: string): country is CountryCode {
  return (getCountries() as string[]).includes(country)
}

/** All countries that have telephone numbers, ISO alpha-2. Decisions 8: the telephone offers all. */
export function phoneCountries(): CountryCode[] {
  return getCountries()
}

/** `+49` of `DE`. */
export function diallingCodeOf(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`
}
