import * as z from 'zod/mini'

/**
 * The maximum lengths of the values in a log entry. The page cuts longer values before it sends them. Specification
 * 17.3.
 */
export const clientLogLimits = { message: 2_000, stack: 8_000, short: 1_000, cookies: 4_000 } as const

const short = z.string().check(z.maxLength(clientLogLimits.short))

/** A warning or an error that the page sends to the server's log. Specification 3.11 and 7. */
export const clientLogEntry = z.strictObject({
  level: z.enum(['warn', 'error']),
  message: z.string().check(z.maxLength(clientLogLimits.message)),
  clientTime: short,
  userAgent: z.optional(short),
  viewportWidth: z.optional(z.int()),
  viewportHeight: z.optional(z.int()),
  cookies: z.optional(z.string().check(z.maxLength(clientLogLimits.cookies))),
  location: z.optional(short),
  stack: z.optional(z.string().check(z.maxLength(clientLogLimits.stack))),
  fileName: z.optional(short),
  lineNumber: z.optional(z.int()),
  columnNumber: z.optional(z.int()),
})

export type ClientLogEntry = z.infer<typeof clientLogEntry>
