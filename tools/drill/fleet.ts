import { writeFile } from 'node:fs/promises'

/** A gateway with its secrets. */
export type FleetGateway = { serial: string; accessCode: string; userPassword: string; deviceKey: string }

const firstSerial = 600_000_000

/** Gateway number `number`, from 0. */
export function fleetGateway(number: number): FleetGateway {
  const serial = String(firstSerial + number)
  return {
    serial,
    accessCode: `drill00${serial}`,
    userPassword: `password-${serial}`,
    deviceKey: `device-key-of-${serial}`,
  }
}

/** Writes the registry of `count` gateways, as an operator imports it. docs/how-to/import.md, 'The files'. */
export async function writeFleet(file: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => rowOf(fleetGateway(number)))
  await writeFile(file, ['serial,type,applianceType,brand,accessCode,userPassword,deviceKey', ...rows, ''].join('\n'))
}

function rowOf({ serial, accessCode, userPassword, deviceKey }: FleetGateway): string {
  return [serial, 'rrc1', 'BOILER', 'cedar', accessCode, userPassword, deviceKey].join(',')
}
