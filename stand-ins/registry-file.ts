import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { applianceTypes, gatewayTypes } from '#contract/appliance.ts'
import { accessCode, serialNumber, userPassword } from '#contract/claim.ts'

/** A gateway as the factory registers it, with the codes on its sticker and its device key. Specification 18.3. */
const registeredGateway = z.object({
  serial: serialNumber,
  type: z.enum(gatewayTypes),
  applianceType: z.enum(applianceTypes),
  brand: z.string().check(z.minLength(1)),
  accessCode,
  userPassword,
  deviceKey: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  simulated: z.pipe(
    z.enum(['true', 'false']),
    z.transform((word) => word === 'true'),
  ),
})

export type RegistryFileEntry = z.infer<typeof registeredGateway>

/** The registry file of the demo, with all its gateways and their secrets. */
export const demoRegistryFile = new URL('gateways.csv', import.meta.url)

/** Reads the entries of a registry file. @throws Error on the first invalid row */
export async function readRegistryFile(file: URL | string): Promise<RegistryFileEntry[]> {
  const rows: unknown[] = parse(await readFile(file, 'utf8'), { columns: true, skip_empty_lines: true })
  return rows.map((row) => registeredGateway.parse(row))
}
