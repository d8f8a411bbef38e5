import * as z from 'zod/mini'
import { emptyFieldMark } from './account.ts'
import { type Country, countries } from './countries.ts'
import { emailAddress, maxEmailLength } from './email-address.ts'
import { isPlainLine } from './text-schemas.ts'

/** The maximum lengths of the text fields in an account form, in UTF-16 units. Specification 9. */
export const accountFieldLimits = { name: 30, email: maxEmailLength, phone: 12 } as const

/** The length above which a text is refused before any other check. No real value is longer. */
const maxTypedLength = 1000

const whitespaceOnly = /^\s+$/u

/**
 * Returns the schema of a first or last name: required, not only white space, no digits, at most 30 characters, and
 * not `--`, which means empty. Specification 5.6.
 */
function personName() {
  return z.string().check(
    z.maxLength(maxTypedLength, { error: 'max-length', abort: true }),
    z.minLength(1, { error: 'required', abort: true }),
    z.refine((value) => !whitespaceOnly.test(value), { error: 'whitespace', abort: true }),
    z.trim(),
    z.refine((value) => value !== emptyFieldMark && isPlainLine(value), { error: 'required', abort: true }),
    z.refine((value) => !/\d/u.test(value), { error: 'digits', abort: true }),
    z.maxLength(accountFieldLimits.name, { error: 'max-length' }),
  )
}

/**
 * The national telephone number: required, only digits, at most 12, no leading 0. Specification 5.6.
 *
 * Only `phone.ts` checks whether the number is valid in its country, because its data is too large to load with each
 * view.
 */
const contactPhone = z.string().check(
  z.maxLength(maxTypedLength, { error: 'max-length', abort: true }),
  z.trim(),
  z.minLength(1, { error: 'required', abort: true }),
  z.regex(/^\d+$/, { error: 'digits-only', abort: true }),
  z.maxLength(accountFieldLimits.phone, { error: 'max-length', abort: true }),
  z.refine((value) => !value.startsWith('0'), { error: 'leading-zero' }),
)

const accountFields = {
  firstName: personName(),
  lastName: personName(),
  contactEmail: emailAddress,
  contactPhone,
  phoneCountryCode: z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'country' })),
}

/** The fields of the account form with their validation rules. Specification 2.11 and 5.6. */
export const accountForm = z.strictObject(accountFields)

export type AccountForm = z.infer<typeof accountForm>

/**
 * The body of PATCH /api/2/users/me: only the country, or all account details. Specification 7. The schema is an object
 * instead of a union, so that each error names its field.
 */
export const userPatch = z
  .strictObject({
    country: z.optional(z.enum(countries)),
    firstName: z.optional(accountFields.firstName),
    lastName: z.optional(accountFields.lastName),
    contactEmail: z.optional(accountFields.contactEmail),
    contactPhone: z.optional(accountFields.contactPhone),
    phoneCountryCode: z.optional(accountFields.phoneCountryCode),
  })
  .check(z.refine((change) => isOnlyCountry(change) || isAllDetails(change), { error: 'incomplete' }))

export type UserPatch = { country: Country } | AccountForm

type Written = z.infer<typeof userPatch>

function isOnlyCountry(change: object): change is { country: Country } {
  return 'country' in change && Object.keys(change).length === 1
}

function isAllDetails(change: object): change is AccountForm {
  return !('country' in change) && Object.keys(accountFields).every((name) => name in change)
}

/**
 * Converts a body that has passed `userPatch` to the type `UserPatch`. @throws TypeError if the body is neither
 * only a country nor all account details
 */
export function toUserPatch(change: Written): UserPatch {
  if (isOnlyCountry(change) || isAllDetails(change)) return change
  throw new TypeError('not a change of a user')
}
