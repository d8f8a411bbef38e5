import * as z from 'zod/mini'
import { applianceTypes } from './appliance.ts'
import { shownText } from './consent-text.ts'

/** The kinds of data that a third party may read. Specification 27.2. */
export const sharedDatatypes = ['status', 'faults', 'history', 'settings'] as const

export type SharedDatatype = (typeof sharedDatatypes)[number]

/** The purposes that a third party may name. Specification 27.2. */
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

/** The latest end of a grant, in years from now. */
export const maxGrantYears = 5

/** The maximum number of appliances in one consent. */
export const maxSharedAppliances = 200

/** The number of months of `history`. */
export function monthsOf(history: string): number {
  return Number(history.slice(1, -1))
}

/** The end of a grant: the end of its last day in UTC, epoch ms. */
export function endOfGrant(until: string): number {
  return Date.parse(`${until}T00:00:00Z`) + 24 * 60 * 60_000
}

/** The last day of a grant that ends at this moment. */
export function lastDayOfGrant(end: Date): string {
  return new Date(end.getTime() - 1).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** What a consent that is in force shares. */
const sharedBefore = z.object({
  datatypes: z.array(z.enum(sharedDatatypes)),
  historyMonths: z.int(),
  purpose: z.enum(sharingPurposes),
  until: z.string(),
})

/**
 * A question of the consent page. `client.companyName` and `registerNumber` are null for a program in the sandbox.
 * `appliances`: those that the person may share; `shared` is
 * what the same client reads already, which a new consent replaces. Specification 27.3.
 */
export const sharingQuestion = z.object({
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

export type SharingQuestion = z.infer<typeof sharingQuestion>

/** The answer of a person. Without `connectionIds` the person shares nothing. `shown`: the text of the page. */
export const sharingAnswer = z.strictObject({
  accept: z.boolean(),
  shown: z.optional(shownText),
  connectionIds: z.array(z.uuid()).check(z.maxLength(maxSharedAppliances)),
})

/** The address on the portal's own origin to which the browser goes next. */
export const sharingResult = z.object({ continueUrl: z.string() })
