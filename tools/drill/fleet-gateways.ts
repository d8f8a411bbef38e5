import { writeFile } from 'node:fs/promises'

/** A simulated gateway with its secrets. */
export type FleetGateway = { serial: string; accessCode: string; userPassword: string; deviceKey: string }

const firstSerial = 600_000_000

/** Returns the gateway with this number, counted from 0. */
export function fleetGatewayOf(number: number): FleetGateway {
  const serial = String(firstSerial + number)
  return {
    serial,
    accessCode: `drill00${serial}`,
    userPassword: `password-${serial}`,
    deviceKey: `device-key-of-${serial}`,
  }
}

/**
 * Writes a registry file with `count` gateways, which an operator's command imports. docs/how-to/import.md, 'The
 * files'.
 */
export async function writeFleetRegistry(file: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => rowOf(fleetGatewayOf(number)))
  await writeFile(file, ['serial,type,applianceType,brand,accessCode,userPassword,deviceKey', ...rows, ''].join('\n'))
}

function rowOf({ serial, accessCode, userPassword, deviceKey }: FleetGateway): string {
  return [serial, 'rrc1', 'BOILER', 'cedar', accessCode, userPassword, deviceKey].join(',')
}
