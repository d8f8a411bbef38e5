import * as z from 'zod/mini'
import { isPlainLine } from './text-schemas.ts'

/** The maximum length of an appliance's name, in characters. Specification 9.1. */
export const maxApplianceNameLength = 40

/** Matches a text of only invisible characters. */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * A person's own name for an appliance; an empty text means no name. Parsing trims the text. The checks run in the
 * order `whitespace`, `character`, `max-length`. Specification 5.11.
 */
export const applianceNameText = z.string().check(
  z.refine((value) => !invisible.test(value), { error: 'whitespace', abort: true }),
  z.trim(),
  z.refine(isPlainLine, { error: 'character', abort: true }),
  // A pattern counts characters, while `z.maxLength` counts UTF-16 units, of which an emoji has two. The OpenAPI
  // document also contains the pattern.
  z.regex(new RegExp(`^.{0,${maxApplianceNameLength}}$`, 'u'), { error: 'max-length' }),
)

/**
 * The body of PATCH /api/2/connections/{id}: the new name of the appliance, or null to remove the name. Specification
 * 3.6.
 */
export const applianceNamePatch = z.strictObject({
  name: z.nullable(applianceNameText.check(z.minLength(1, { error: 'required' }))),
})

export type ApplianceNamePatch = z.infer<typeof applianceNamePatch>
