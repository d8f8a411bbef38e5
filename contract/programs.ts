import * as z from 'zod/mini'
import { applianceTypes } from './appliance.ts'
import { partnerDelivery } from './partner-webhooks.ts'
import { storedClientKeySet } from './client-public-keys.ts'
import { sharedDatatypes } from './sharing.ts'

/** The version of the terms for third parties. Their text is `programTerms` in `client/developers/developer-texts.ts`. */
export const programTermsVersion = '1'

/** The maximum number of programs of one person, in all states together. */
export const maxPrograms = 20

export const maxRedirectUris = 10

export const programFieldLimits = { name: 60, companyName: 100, registerNumber: 40 } as const

/**
 * The approval states of a third party's program. In `sandbox` and `requested`, the program can read only its test
 * appliances. The operator sets the other states. Specification 27.1.
 */
export const programStates = ['sandbox', 'requested', 'approved', 'refused', 'suspended'] as const

export type ProgramState = (typeof programStates)[number]

/** The states in which a program may do nothing, and its developer can only delete it. Specification 27.1. */
export const closedProgramStates: readonly ProgramState[] = ['refused', 'suspended']

/** Whether the operator has refused or suspended a program. */
export function isClosedProgram({ state }: { state: ProgramState }): boolean {
  return closedProgramStates.includes(state)
}

/**
 * The types of clients. A public client has no secret, because its code is on the machines of other people. RFC 6749,
 * section 2.1.
 */
export const clientTypes = ['confidential', 'public'] as const

/** The countries whose companies may request approval: EU, EEA, Switzerland and United Kingdom. ISO 3166-1 alpha-2. */
export const approvableCompanyCountries = [
  'AT',
  'BE',
  'BG',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FO',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const

/**
 * A grant by which the developer shares a test appliance with their own program. `until`: the last day of the grant,
 * in UTC.
 */
const testGrant = z.object({
  id: z.uuid(),
  applianceName: z.string(),
  datatypes: z.array(z.enum(sharedDatatypes)),
  until: z.iso.date(),
})

export type TestGrant = z.infer<typeof testGrant>

const company = z.object({ name: z.string(), registerNumber: z.string(), country: z.string() })

/**
 * A program of a third party, as its developer reads it. Specification 27.8.
 * - `id`: its client id.
 * - `jwks`: its public keys; null if the program signs in by a secret or not at all.
 * - `company`: null before the developer requests approval.
 * - `testAppliances`: their `id` is that of the partner API.
 * - `testGrants`: the grants of these appliances that have not lapsed, oldest first.
 * - `createdAt`: RFC 3339.
 */
export const program = z.object({
  id: z.uuid(),
  name: z.string(),
  contactEmail: z.string(),
  clientType: z.enum(clientTypes),
  redirectUris: z.array(z.string()),
  jwks: z.nullable(storedClientKeySet),
  state: z.enum(programStates),
  company: z.nullable(company),
  testAppliances: z.array(z.object({ id: z.uuid(), name: z.string(), type: z.enum(applianceTypes) })),
  testGrants: z.array(testGrant),
  createdAt: z.string(),
})

export type PartnerProgram = z.infer<typeof program>

export const programList = z.object({ items: z.array(program), total: z.int() })

/** The latest deliveries to all endpoints of a program, newest first. */
export const programDeliveries = z.object({ items: z.array(partnerDelivery) })

/**
 * The answer to the registration of a program. `clientSecret` is null for a public client and for a program with keys.
 * No later answer contains this secret.
 */
export const registeredProgram = z.object({ program, clientSecret: z.nullable(z.string()) })

export const programSecret = z.object({ clientSecret: z.string() })
