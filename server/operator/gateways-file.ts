import * as z from 'zod/mini'
import { applianceTypes, gatewayTypes } from '#contract/appliance.ts'
import { accessCode, claimLimits, serialNumber, userPassword } from '#contract/claim.ts'
import { brandCell, cell, oneOf, booleanCell } from './cell.ts'
import type { FileForm } from './csv.ts'

const passwordRange = `${claimLimits.userPasswordMin} to ${claimLimits.userPasswordMax}`

/**
 * Returns the format of a registry file. Only the demo uses the column `simulated`; the portal checks its value and
 * does not store it. Specification 18.4.
 */
export function gatewaysFileFormat(brands: readonly string[]) {
  const row = z.object({
    serial: cell(serialNumber, `must be ${claimLimits.serial} digits, or the name of a test gateway as cold1`),
    type: oneOf(gatewayTypes),
    applianceType: oneOf(applianceTypes),
    brand: brandCell(brands),
    accessCode: cell(accessCode, `must be ${claimLimits.accessCode} letters, digits or underscores`),
    userPassword: cell(userPassword, `must have ${passwordRange} characters`),
    deviceKey: z
      .string()
      .check(z.regex(/^[\w-]{16,128}$/, { error: 'must be 16 to 128 letters, digits, underscores or hyphens' })),
    simulated: z.optional(booleanCell),
  })
  return { row, secretColumns: ['accessCode', 'userPassword', 'deviceKey'] } satisfies FileForm<typeof row.shape>
}

export type GatewayRow = z.infer<ReturnType<typeof gatewaysFileFormat>['row']>
