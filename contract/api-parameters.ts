import * as z from 'zod/mini'
import { commaJoined, id } from './text.ts'

/** The brands to which a request is limited. */
export const brandQuery = z.strictObject({ brand: z.optional(commaJoined) })

/** The path parameter `:id`. */
export const connectionId = z.object({ id })
