import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from './service-user.ts'

type Account = { name: string; password: string }

/** The accounts of the database. The portal uses `portal`; the database servers use the others. */
export type DatabaseAccounts = { administrator: Account; replication: Account; portal: Account }

/**
 * The passwords of the cluster. The portal uses the NATS account `bus`; the NATS servers use `routes` between
 * themselves.
 */
export type ClusterPasswords = { database: DatabaseAccounts; bus: Account; routes: Account }

/** Reads the passwords of the cluster in this folder. If the file is missing, creates the passwords. */
export async function readOrCreatePasswords(folder: string): Promise<ClusterPasswords> {
  const path = join(folder, 'passwords.json')
  const stored = await readFile(path, 'utf8').catch(() => undefined)
  if (stored !== undefined) return JSON.parse(stored) as ClusterPasswords
  const account = (name: string): Account => ({ name, password: randomBytes(18).toString('hex') })
  const passwords = {
    database: { administrator: account('postgres'), replication: account('replication'), portal: account('portal') },
    bus: account('portal'),
    routes: account('routes'),
  }
  await writePrivateFile(path, JSON.stringify(passwords))
  return passwords
}
