import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillTemplate } from '../fill-template.ts'
import type { DatabaseAccounts } from './passwords.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { changeOwner, createPrivateFolder, type ServiceUser } from './service-user.ts'

type PgbouncerOptions = {
  program: string
  folder: string
  ports: ClusterPorts
  accounts: DatabaseAccounts
  user: ServiceUser | undefined
}

/** Prepares PgBouncer in transaction mode, in front of the primary. docs/how-to/pooler.md. */
export async function preparePgbouncerService(options: PgbouncerOptions): Promise<ServiceSpec> {
  const { program, folder, ports, accounts, user } = options
  const processFolder = await createPrivateFolder(join(folder, 'pgbouncer'), user)
  const users = join(processFolder, 'users.txt')
  const { name, password } = accounts.portal
  await writeFile(users, `"${name}" "${password}"\n`, { mode: 0o600 })
  const settings = join(processFolder, 'pgbouncer.ini')
  const values = { ...ports, database: name, users }
  await writeFile(settings, fillTemplate(new URL('pgbouncer.ini', import.meta.url), values))
  for (const file of [users, settings]) await changeOwner(file, user)
  return {
    name: 'pgbouncer',
    command: [program, settings],
    env: {},
    user,
    ready: { kind: 'tcp', port: ports.pgbouncer },
  }
}
