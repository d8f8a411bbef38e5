import * as z from 'zod/mini'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'

/**
 * The authorization detail by which a third party requests data: RFC 9396, type `appliance`. `history` is an ISO 8601
 * duration in months. `until` is a date; the grant ends at the end of that day in UTC.
 */
export const applianceAuthorizationDetail = z.strictObject({
  type: z.literal('appliance'),
  actions: z.tuple([z.literal('read')]),
  datatypes: z.array(z.enum(sharedDatatypes)).check(z.minLength(1), z.maxLength(sharedDatatypes.length)),
  history: z.string().check(z.regex(/^P(?:[0-9]|1[0-9]|2[0-4])M$/u)),
  purpose: z.enum(sharingPurposes),
  until: z.iso.date(),
})

export type ApplianceAuthorizationDetail = z.infer<typeof applianceAuthorizationDetail>
