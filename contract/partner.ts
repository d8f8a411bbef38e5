import * as z from 'zod/mini'
import { applianceTypes, gatewayStatuses } from './appliance.ts'
import { faultCode, faultSeverities } from './faults.ts'
import { faultPeriod } from './history.ts'
import { fieldError, refusalCodes } from './refusals.ts'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'

/**
 * An appliance for a third party. Each client sees the appliance under its own `id`. Values that the grant does not
 * share are null. `statusSince` is RFC 3339. Specification 27.5.
 */
export const partnerAppliance = z.object({
  id: z.uuid(),
  grantId: z.uuid(),
  type: z.enum(applianceTypes),
  isTest: z.boolean(),
  status: z.nullable(z.enum(gatewayStatuses)),
  statusSince: z.nullable(z.string()),
  faultCode: z.nullable(faultCode),
  severity: z.nullable(z.enum(faultSeverities)),
})

export type PartnerAppliance = z.infer<typeof partnerAppliance>

export const partnerAppliances = z.object({ items: z.array(partnerAppliance), next: z.nullable(z.string()) })

/** A measured value or a setting. `at`: RFC 3339. `unit`: UCUM notation; null for a value without a unit. */
const partnerReading = z.object({
  datapoint: z.string(),
  unit: z.nullable(z.string()),
  value: z.union([z.number(), z.string(), z.boolean()]),
  at: z.string(),
})

export const partnerReadings = z.object({ items: z.array(partnerReading) })

export type PartnerReading = z.infer<typeof partnerReading>

export const partnerFaults = z.object({ items: z.array(faultPeriod) })

export const partnerGrant = z.object({
  id: z.uuid(),
  applianceId: z.uuid(),
  datatypes: z.array(z.enum(sharedDatatypes)),
  historySince: z.string(),
  purpose: z.enum(sharingPurposes),
  createdAt: z.string(),
  endsAt: z.string(),
})

export type PartnerGrantAnswer = z.infer<typeof partnerGrant>

export const partnerGrants = z.object({ items: z.array(partnerGrant) })

/** A refusal of the partner API. `fix`: what the program's developer should do, in one sentence. RFC 9457. */
export const partnerProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(refusalCodes),
  fix: z.string(),
  errors: z.optional(z.array(fieldError)),
  requestId: z.string(),
})

/** The query of a list. `cursor` is the `next` of the previous page. */
export const partnerListQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
