import * as z from 'zod/mini'
import { commaSeparatedList, lowerCaseUuid } from './text-schemas.ts'

/** The query of lists that can be limited to some brands. Without `brand`, the answer covers all brands. */
export const brandQuery = z.strictObject({ brand: z.optional(commaSeparatedList) })

/** The path parameter `:id`, the UUID of a connection or a company. */
export const connectionId = z.object({ id: lowerCaseUuid })
