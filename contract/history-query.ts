import * as z from 'zod/mini'
import { historyPointLimits } from './history.ts'

/** An RFC 3339 time with any offset. Another text is refused with the code `moment`. */
const moment = z.iso.datetime({ offset: true, error: 'moment' }).check(z.maxLength(40, { error: 'moment' }))

/** A name of the IANA time zone database that the runtime supports, such as `Europe/Berlin`. */
const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'time-zone' }))

function isTimeZone(name: string): boolean {
  // Refuses offsets such as `+01:00`, which only some runtimes accept as time zones.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const points = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.transform(Number)),
  z.int().check(z.minimum(historyPointLimits.min), z.maximum(historyPointLimits.max)),
)

/**
 * The query of GET /api/2/connections/{id}/history. `points`: the maximum number of steps. Steps begin at midnight in
 * `timeZone`, unless they are longer than a day. The server refuses an empty or future range (422). Specification
 * 24.1.
 */
export const historyQuery = z.strictObject({
  from: z.optional(moment),
  to: z.optional(moment),
  points: z._default(points, historyPointLimits.default),
  timeZone: z._default(timeZone, 'UTC'),
})

export type HistoryQuery = z.infer<typeof historyQuery>
