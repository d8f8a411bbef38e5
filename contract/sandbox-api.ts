import * as z from 'zod/mini'
import { applianceTypes, gatewayStatuses } from './appliance.ts'
import { faultCode, faultSeverityOf } from './faults.ts'
import type { PartnerEndpoint } from './partner-api.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** A test appliance of a client. `statusSince` is RFC 3339. */
export const testAppliance = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(applianceTypes),
  status: z.enum(gatewayStatuses),
  statusSince: z.string(),
  faultCode: z.nullable(faultCode),
})

export const testAppliances = z.object({ items: z.array(testAppliance) })

const reportedStatuses = gatewayStatuses.filter((status) => status !== 'OFFLINE')

/**
 * A change of a test appliance.
 * - `fault`: the code of a fault that begins; null ends the fault.
 * - `silence`: whether the appliance stops reporting.
 * - `status`: the status to report. Together with a fault code, `status` is the severity of the fault; the default is
 *   ERROR.
 */
export const testAppliancePatch = z
  .strictObject({
    fault: z.optional(z.nullable(faultCode)),
    silence: z.optional(z.boolean()),
    status: z.optional(z.enum(reportedStatuses)),
  })
  .check(
    z.refine((change) => Object.keys(change).length > 0, { error: 'required' }),
    z.refine(
      ({ fault, status }) => typeof fault !== 'string' || status === undefined || faultSeverityOf(status) !== null,
      {
        path: ['status'],
        error: 'severity',
      },
    ),
  )

export type TestAppliancePatch = z.infer<typeof testAppliancePatch>

/** The paths of the partner API with which a developer reads and changes test appliances. Specification 27.8. */
export const sandboxApi = {
  listTestAppliances: {
    method: 'GET',
    path: '/partner/1/sandbox/appliances',
    summary: 'The test appliances of the client',
    token: 'client',
    answer: testAppliances,
  },
  changeTestAppliance: {
    method: 'POST',
    path: '/partner/1/sandbox/appliances/:id/make',
    summary: 'Makes a test appliance report a fault or a status, or go silent',
    token: 'client',
    params: z.object({ id: lowerCaseUuid }),
    body: testAppliancePatch,
    answer: testAppliance,
  },
} as const satisfies Record<string, PartnerEndpoint>
