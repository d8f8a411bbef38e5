import * as z from 'zod/mini'
import { type Address, addressFieldLimits } from './address.ts'
import { countries } from './countries.ts'
import { isPlainLine } from './text-schemas.ts'

const present = z.minLength(1, { error: 'required', abort: true })

const notBlank = z.refine<string>((value) => value === '' || value.trim() !== '', { error: 'whitespace', abort: true })

const isOneLine = z.refine<string>(isPlainLine, { error: 'character', abort: true })

/** The characters that an address must not have. Specification 5.8. */
const specialCharacters = /[~_!@#$%^&*()[\],.?":;{}|<>=+/`']/u

const hyphen = '-'

/**
 * Whether a value has special characters. A hyphen counts as a special character unless `permitHyphens` is set.
 * Specification 5.8.
 */
export function hasSpecialCharacters(value: string, { permitHyphens = false }: { permitHyphens?: boolean } = {}) {
  return specialCharacters.test(value) || (!permitHyphens && value.includes(hyphen))
}

// Refuses special characters except hyphens, which real postal codes have. docs/decisions/016-points-left-open.md.
const noSpecialCharacters = z.refine<string>((value) => !hasSpecialCharacters(value, { permitHyphens: true }), {
  error: 'noSpecialSigns',
  abort: true,
})

const maxLength = (max: number) => z.maxLength(max, { error: 'max-length' })

function requiredLine(max: number) {
  return z.string().check(present, notBlank, z.trim(), isOneLine, maxLength(max))
}

/**
 * A postal code: required, not only white space, no special characters except hyphens, at most 12 characters. The
 * checks run in this order. Specification 5.1.
 */
export const postalCode = z
  .string()
  .check(present, notBlank, z.trim(), noSpecialCharacters, isOneLine, maxLength(addressFieldLimits.postalCode))

/** The city: required, not only white space, at most 128 characters. Specification 5.1. */
export const city = requiredLine(addressFieldLimits.city)

/** The first street line: required, not only white space, at most 256 characters. Specification 5.1. */
export const street1 = requiredLine(addressFieldLimits.street)

/** The second street line: optional, not only white space, at most 256 characters. Specification 5.1. */
export const street2 = z.string().check(notBlank, z.trim(), isOneLine, maxLength(addressFieldLimits.street))

/**
 * The fields of the address form. Parsing trims all values except the country. Error codes: required, whitespace,
 * noSpecialSigns, character, max-length.
 */
export const addressForm = z.object({
  country: z.enum(countries, { error: 'required' }),
  postalCode,
  city,
  street1,
  street2,
})

export type AddressForm = z.infer<typeof addressForm>

const maxStreetLines = 2

const streetLines = z.pipe(
  z.array(street2).check(
    z.maxLength(maxStreetLines, { error: 'max-length', abort: true }),
    z.refine(([first]) => first !== undefined && first !== '', { error: 'required', path: [0] }),
  ),
  z.transform((lines: string[]) => lines.filter((each) => each !== '')),
)

/**
 * The body of PUT /api/2/connections/{id}/address, with the rules of the form. An empty second street line is omitted.
 * Specification 3.
 */
export const addressRequestBody = z.strictObject({
  street: streetLines,
  postalCode,
  city,
  country: z.enum(countries),
})

export type AddressRequestBody = z.infer<typeof addressRequestBody>

/** Converts the values of the address form to the body of PUT /api/2/connections/{id}/address. */
export function toAddressRequestBody({ street1: first, street2: second, ...rest }: AddressForm): AddressRequestBody {
  return { ...rest, street: second === '' ? [first] : [first, second] }
}

/** Converts a stored address to the values of the address form. A missing street line becomes an empty text. */
export function toAddressForm({ street: [first = '', second = ''], ...rest }: Address): AddressForm {
  return { ...rest, street1: first, street2: second }
}
