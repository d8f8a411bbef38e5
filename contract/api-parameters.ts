import * as z from 'zod/mini'
import { commaSeparated, id } from './text.ts'

/** The query with the brands to which an answer is limited; without `brand` it is not limited. */
export const brandQuery = z.strictObject({ brand: z.optional(commaSeparated) })

/** The path parameter `:id`. */
export const connectionId = z.object({ id })
