import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unclaimedSerials } from './store.ts'

type Gateway = Record<'serial' | 'type' | 'brand' | 'accessCode' | 'userPassword' | 'deviceKey' | 'simulated', string>

const registry = join(import.meta.dirname, '../../stand-ins/gateways.csv')

// decisions 9
const logins = [
  ['owner@example.com', 'complete account with three appliances'],
  ['viewer@example.com', "viewer of the owner's first appliance"],
  ['new@example.com', 'nothing yet'],
] as const

/** The tables that a person needs to try the demo: the logins, and the gateways that nobody has claimed. */
export async function announcement(databaseUrl: string): Promise<string> {
  const unclaimed = await unclaimedSerials(databaseUrl)
  const gateways = parse<Gateway>(await readFile(registry, 'utf8'), { columns: true }).filter(({ serial }) =>
    unclaimed.has(serial),
  )
  return ['', 'Logins (password demo-password)', ...columns(logins), '', ...claimable(gateways), ''].join('\n')
}

function claimable(gateways: Gateway[]): string[] {
  const head = ['serial', 'type', 'brand', 'access code', 'password', 'reports by itself']
  const rows = gateways.map((gateway) => [
    gateway.serial,
    gateway.type,
    gateway.brand,
    gateway.accessCode,
    gateway.userPassword,
    gateway.simulated === 'true' ? 'yes' : `no, device key ${gateway.deviceKey}`,
  ])
  return ['Claimable appliances', ...columns([head, ...rows])]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
