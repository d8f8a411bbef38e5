import { readRegistryFile, demoRegistryFile, type RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { demoPassword, demoEmails } from '../demo/people.ts'
import { demoClients } from '../demo/programs.ts'
import type { DemoSettings } from './demo-settings.ts'
import { readUnclaimedSerials } from './store.ts'

const logins = [
  [demoEmails.owner, 'complete account with three appliances'],
  [demoEmails.viewer, "viewer of the owner's first appliance"],
  [demoEmails.newcomer, 'nothing yet'],
]

/** Returns the tables for a person who tries the demo: the logins, and the unclaimed gateways. Specification 18.1. */
export async function formatDemoAnnouncement(
  databaseUrl: string,
  { ports }: Pick<DemoSettings, 'ports'>,
): Promise<string> {
  const unclaimedSerials = await readUnclaimedSerials(databaseUrl)
  const gateways = (await readRegistryFile(demoRegistryFile)).filter(({ serial }) => unclaimedSerials.has(serial))
  const head = `Logins (password ${demoPassword})`
  return [
    '',
    head,
    ...alignColumns(logins),
    '',
    'Programs of third parties (client id, secret)',
    ...alignColumns(Object.values(demoClients).map(({ id, secret, name }) => [id, secret ?? 'none', name])),
    '',
    `Mailbox: http://localhost:${ports.mailbox}`,
    '',
    `Claimable appliances (stickers to scan: http://localhost:${ports.stickers})`,
    ...claimable(gateways),
    '',
  ].join('\n')
}

function claimable(gateways: RegistryFileEntry[]): string[] {
  const head = ['serial', 'type', 'brand', 'access code', 'password', 'reports by itself']
  return alignColumns([head, ...gateways.map(claimableRow)])
}

function claimableRow(gateway: RegistryFileEntry): string[] {
  const { serial, type, brand, accessCode, userPassword, deviceKey, simulated } = gateway
  return [serial, type, brand, accessCode, userPassword, simulated ? 'yes' : `no, device key ${deviceKey}`]
}

function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
