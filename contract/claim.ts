import * as z from 'zod/mini'
import { gatewayTypes } from './appliance.ts'
import { normaliseSerialNumber } from './serial-number.ts'

/**
 * The length of the serial number and of the access code, and the limits of the user password. Specification 5.2 and
 * 9.
 */
export const claimFieldLimits = { serial: 9, accessCode: 16, userPasswordMin: 4, userPasswordMax: 128 } as const

const serialPattern = /^(\d{9}|cold[\w-]+)$/

const accessCodePattern = /^\w{16}$/

/**
 * The length above which a typed text is refused before any other check. No text of a sticker is longer, even with its
 * spaces.
 */
const maxTypedLength = 256

/**
 * Converts a typed access code to its registered form, without spaces and dashes between groups. Specification 13.5.
 */
export function normaliseAccessCode(typedCode: string): string {
  return typedCode.replace(/[\s-]/gu, '')
}

/**
 * The serial number: required; 9 digits, or the name of a test gateway with at most 9 characters. The checks run in
 * this order. Specification 5.2.
 */
export const serialNumber = z
  .string()
  .check(
    z.maxLength(maxTypedLength, { error: 'max-length', abort: true }),
    z.overwrite(normaliseSerialNumber),
    z.minLength(1, { error: 'required', abort: true }),
    z.regex(serialPattern, { error: 'pattern', abort: true }),
    z.maxLength(claimFieldLimits.serial, { error: 'max-length' }),
  )

/** The access code: required, exactly 16 letters, digits or underscores. Specification 5.2. */
export const accessCode = z
  .string()
  .check(
    z.maxLength(maxTypedLength, { error: 'pattern', abort: true }),
    z.overwrite(normaliseAccessCode),
    z.minLength(1, { error: 'required', abort: true }),
    z.regex(accessCodePattern, { error: 'pattern' }),
  )

/** The password on the sticker: required, 4 to 128 characters. Specification 5.2. */
export const userPassword = z
  .string()
  .check(
    z.minLength(1, { error: 'required', abort: true }),
    z.minLength(claimFieldLimits.userPasswordMin, { error: 'min-length', abort: true }),
    z.maxLength(claimFieldLimits.userPasswordMax, { error: 'max-length' }),
  )

/** The fields of the form that adds an appliance, with their validation rules. Specification 2.7 and 5.2. */
export const claimForm = z.object({ serialNumber, accessCode, userPassword })

export type ClaimForm = z.infer<typeof claimForm>

/**
 * The body of POST /api/2/connections: the codes of the sticker, and the brands of the portal that the person uses.
 * Specification 3 and 7.
 */
export const claim = z.strictObject({
  type: z.enum(gatewayTypes),
  credentials: z.strictObject({ serial: serialNumber, access: accessCode, userPwd: userPassword }),
  brands: z.array(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))).check(z.minLength(1), z.maxLength(20)),
})

export type Claim = z.infer<typeof claim>
