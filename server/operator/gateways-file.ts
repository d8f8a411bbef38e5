import * as z from 'zod/mini'
import { applianceTypes, gatewayTypes } from '#contract/appliance.ts'
import { accessCode, serialNumber, userPassword } from '#contract/claim.ts'

/** One row of a registry file. Specification 18.4; a file may hold more columns, as `simulated`. */
export const gatewayRow = z.object({
  serial: serialNumber,
  type: z.enum(gatewayTypes),
  applianceType: z.enum(applianceTypes),
  brand: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
  accessCode,
  userPassword,
  deviceKey: z.string().check(z.regex(/^[\w-]{16,128}$/)),
})

export type GatewayRow = z.infer<typeof gatewayRow>
