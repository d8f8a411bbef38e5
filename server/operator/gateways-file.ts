import * as z from 'zod/mini'
import { applianceTypes, gatewayTypes } from '#contract/appliance.ts'
import { accessCode, claimFieldLimits, serialNumber, userPassword } from '#contract/claim.ts'
import { createBrandCellSchema, createCellSchema, createOneOfSchema, booleanCellSchema } from './csv-cell-schemas.ts'
import type { CsvFileFormat } from './parse-csv-file.ts'

const passwordRange = `${claimFieldLimits.userPasswordMin} to ${claimFieldLimits.userPasswordMax}`

/**
 * Returns the format of a registry file. Only the demo uses the column `simulated`; the portal checks its value and
 * does not store it. Specification 18.4.
 */
export function createGatewaysFileFormat(brands: readonly string[]) {
  const row = z.object({
    serial: createCellSchema(
      serialNumber,
      `must be ${claimFieldLimits.serial} digits, or the name of a test gateway as cold1`,
    ),
    type: createOneOfSchema(gatewayTypes),
    applianceType: createOneOfSchema(applianceTypes),
    brand: createBrandCellSchema(brands),
    accessCode: createCellSchema(accessCode, `must be ${claimFieldLimits.accessCode} letters, digits or underscores`),
    userPassword: createCellSchema(userPassword, `must have ${passwordRange} characters`),
    deviceKey: z
      .string()
      .check(z.regex(/^[\w-]{16,128}$/, { error: 'must be 16 to 128 letters, digits, underscores or hyphens' })),
    simulated: z.optional(booleanCellSchema),
  })
  return { row, secretColumns: ['accessCode', 'userPassword', 'deviceKey'] } satisfies CsvFileFormat<typeof row.shape>
}

export type GatewayRow = z.infer<ReturnType<typeof createGatewaysFileFormat>['row']>
