import * as z from 'zod/mini'
import { commaSeparated, id } from './text.ts'

/** The brands to which a request is limited. */
export const brandQuery = z.strictObject({ brand: z.optional(commaSeparated) })

/** The path parameter `:id`. */
export const connectionId = z.object({ id })
