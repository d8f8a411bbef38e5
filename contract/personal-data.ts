import * as z from 'zod/mini'
import { exportFailures, exportStates } from './export-states.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The maximum number of packages with personal data that one person can request in 24 hours. */
export const maxPersonalDataRequestsPerDay = 5

/**
 * A package with all data about a person, and its file.
 * - `fileId`: the id for the download.
 * - `bytes`, `sha256` (hexadecimal), `expiresAt` (RFC 3339): null until the file is ready.
 * - `reason`: why the file could not be made; null in any other state.
 * - `isOfAppliance`: true if the file is instead a ready export of an appliance that the person owned earlier
 *   (Specification 26.7).
 */
export const personalData = z.object({
  fileId: z.uuid(),
  createdAt: z.string(),
  name: z.string(),
  state: z.enum(exportStates),
  bytes: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  reason: z.nullable(z.enum(exportFailures)),
  expiresAt: z.nullable(z.string()),
  isOfAppliance: z.boolean(),
})

export type PersonalData = z.infer<typeof personalData>

/** The files with personal data that a person can download or has requested, newest first. */
export const personalDataList = z.object({ items: z.array(personalData) })

export type PersonalDataList = z.infer<typeof personalDataList>

export const personalDataFileParams = z.object({ fileId: lowerCaseUuid })
