import * as z from 'zod/mini'
import { dayMs } from './durations.ts'
import { applianceTypes } from './appliance.ts'
import { shownTextDigest } from './consent-text.ts'

/** The kinds of data that a third party may read. Specification 27.2. */
export const sharedDatatypes = ['status', 'faults', 'history', 'settings'] as const

export type SharedDatatype = (typeof sharedDatatypes)[number]

/** The purposes for which a third party may request data. Specification 27.2. */
export const sharingPurposes = [
  'maintenance',
  'energy-advice',
  'energy-management',
  'home-automation',
  'insurance',
  'research',
  'repair',
  'other',
] as const

export type SharingPurpose = (typeof sharingPurposes)[number]

/** The maximum number of years until the end of a new grant. */
export const maxGrantYears = 5

/** The maximum number of appliances in one consent. */
export const maxAppliancesPerConsent = 200

/** Returns the number of months in the field `history` of an `ApplianceAuthorizationDetail`: 12 for 'P12M'. */
export function parseHistoryMonths(history: string): number {
  return Number(history.slice(1, -1))
}

/** Returns the end of a grant in epoch ms: the end of its last day `until` in UTC. */
export function endOfGrant(until: string): number {
  return Date.parse(`${until}T00:00:00Z`) + dayMs
}

/** Returns the last day (`YYYY-MM-DD`, in UTC) of a grant that ends at the time `end`. */
export function lastDayOfGrant(end: Date): string {
  return new Date(end.getTime() - 1).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The data that a third party can already read by a grant in force. */
const sharedBefore = z.object({
  datatypes: z.array(z.enum(sharedDatatypes)),
  historyMonths: z.int(),
  purpose: z.enum(sharingPurposes),
  until: z.string(),
})

/**
 * A request for consent, as the consent page shows it. Specification 27.3.
 * - `client`: `companyName`, `registerNumber` and `country` are null if the program has no company yet.
 * - `appliances`: the appliances that the person may share.
 * - `shared`: the data of an appliance that the client can already read by an earlier grant. A new consent replaces
 *   that grant.
 */
export const sharingConsentRequest = z.object({
  client: z.object({
    name: z.string(),
    companyName: z.nullable(z.string()),
    registerNumber: z.nullable(z.string()),
    country: z.nullable(z.string()),
    isSandbox: z.boolean(),
  }),
  datatypes: z.array(z.enum(sharedDatatypes)),
  historyMonths: z.int(),
  purpose: z.enum(sharingPurposes),
  until: z.string(),
  appliances: z.array(
    z.object({
      id: z.uuid(),
      name: z.nullable(z.string()),
      type: z.enum(applianceTypes),
      city: z.nullable(z.string()),
      shared: z.nullable(sharedBefore),
    }),
  ),
})

export type SharingConsentRequest = z.infer<typeof sharingConsentRequest>

/**
 * The answer of a person to a request for consent. If `connectionIds` is empty, the person shares nothing. `shown`
 * identifies the text that the page showed.
 */
export const sharingAnswer = z.strictObject({
  accept: z.boolean(),
  shown: z.optional(shownTextDigest),
  connectionIds: z.array(z.uuid()).check(z.maxLength(maxAppliancesPerConsent)),
})

/**
 * The answer after a person has decided. `continueUrl` is the address on the portal's own origin that the browser
 * opens next.
 */
export const sharingAnswerOutcome = z.object({ continueUrl: z.string() })
