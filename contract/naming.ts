import * as z from 'zod/mini'
import { isPlainLine } from './text.ts'

/** The longest name of an appliance, in characters. Specification 9.1. */
export const maxNameLength = 40

/** Invisible characters: a name of only these could not be seen. */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * A person's own name for an appliance, empty for none; parsing trims it. Codes in order: whitespace, character,
 * max-length. Specification 5.11.
 */
export const nameLine = z.string().check(
  z.refine((value) => !invisible.test(value), { error: 'whitespace', abort: true }),
  z.trim(),
  z.refine(isPlainLine, { error: 'character', abort: true }),
  // Counts characters, not UTF-16 units, of which a picture has two; OpenAPI shows the pattern.
  z.regex(new RegExp(`^.{0,${maxNameLength}}$`, 'u'), { error: 'max-length' }),
)

/** The body of PATCH /api/2/connections/{id}; null for no name. Specification 3.6. */
export const naming = z.strictObject({ name: z.nullable(nameLine.check(z.minLength(1, { error: 'required' }))) })

export type Naming = z.infer<typeof naming>
