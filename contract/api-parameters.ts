import * as z from 'zod/mini'
import { commaJoined, id } from './text.ts'

/** Of which brands something is asked for. */
export const brandQuery = z.strictObject({ brand: z.optional(commaJoined) })

/** What a path names by `:id`. */
export const connectionId = z.object({ id })
