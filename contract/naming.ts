import * as z from 'zod/mini'
import { isPlainLine } from './text.ts'

/** The maximum length of an appliance's name, in characters. Specification 9.1. */
export const maxNameLength = 40

/** Matches a text of only invisible characters. */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * A person's own name for an appliance; empty for none. Parsing trims it. The error codes come in this order:
 * whitespace, character, max-length. Specification 5.11.
 */
export const nameLine = z.string().check(
  z.refine((value) => !invisible.test(value), { error: 'whitespace', abort: true }),
  z.trim(),
  z.refine(isPlainLine, { error: 'character', abort: true }),
  // Counts characters instead of UTF-16 units, of which an emoji has two. A pattern, so that OpenAPI also has the
  // limit.
  z.regex(new RegExp(`^.{0,${maxNameLength}}$`, 'u'), { error: 'max-length' }),
)

/** The body of PATCH /api/2/connections/{id}; null for no name. Specification 3.6. */
export const naming = z.strictObject({ name: z.nullable(nameLine.check(z.minLength(1, { error: 'required' }))) })

export type Naming = z.infer<typeof naming>
