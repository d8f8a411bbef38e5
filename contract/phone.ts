import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** Why a national number is invalid for its country. Specification 5.6. */
export type PhoneError = 'country' | 'length' | 'country-mismatch'

/**
 * Checks a national number (digits without leading 0) for a country (ISO alpha-2). Returns null if the number is
 * valid.
 */
export function phoneErrorOf(nationalNumber: string, country: string): PhoneError | null {
  if (!isPhoneCountry(country)) return 'country'
  if (validatePhoneNumberLength(nationalNumber, country) !== undefined) return 'length'
  const phone = parsePhoneNumberFromString(nationalNumber, country)
  return phone?.isValid() === true && phone.country === country ? null : 'country-mismatch'
}

/** A telephone number in the format that is sent to the API: a country (ISO alpha-2), and digits without leading 0. */
export type NationalPhoneNumber = { country: CountryCode; number: string }

/** The length above which a text is not parsed. No typed telephone number is longer. */
const maxTypedLength = 40

/**
 * Parses a typed telephone number with spaces, dashes, brackets, a leading 0 or a dialling code. Returns null if the
 * number is invalid. `country` applies to a number without a dialling code.
 *
 * '0151 12345678', DE -> DE 15112345678
 *
 * '+43 1 51510', DE -> AT 151510
 */
export function parseNationalPhoneNumber(text: string, country: string): NationalPhoneNumber | null {
  if (!isPhoneCountry(country) || text.length > maxTypedLength) return null
  const phone = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  if (!phone?.isValid() || !phone.country || phone.ext) return null
  return { country: phone.country, number: phone.nationalNumber }
}

export function isPhoneCountry(country: string): country is CountryCode {
  return (getCountries() as string[]).includes(country)
}

/**
 * Formats a national telephone number with the dialling code, in the groups of its country: '+49 1511 2345678'. A
 * number that is invalid in the country is not grouped.
 */
export function formatPhoneNumber({ country, number }: NationalPhoneNumber): string {
  const phone = parsePhoneNumberFromString(number, country)
  return phone?.country === country ? phone.formatInternational() : `${diallingCodeOf(country)} ${number}`
}

/** Returns all countries with telephone numbers, ISO alpha-2, for the telephone field. Specification 17.4. */
export function listPhoneCountries(): CountryCode[] {
  return getCountries()
}

/** Returns the dialling code of a country: `+49` for `DE`. */
export function diallingCodeOf(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`
}
