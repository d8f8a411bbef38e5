import { join } from 'node:path'
import { fillTemplate } from '../fill-template.ts'
import type { ClusterDatabaseOptions } from './database-layers.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { createPrivateFolder, findUnprivilegedUser, writePrivateFile } from './service-user.ts'

/** Prepares PgBouncer in transaction mode, in front of the primary. docs/how-to/pooler.md. */
export async function preparePgbouncerService(
  program: string,
  { folder, ports, accounts }: ClusterDatabaseOptions,
): Promise<ServiceSpec> {
  const user = findUnprivilegedUser()
  const processFolder = await createPrivateFolder(join(folder, 'pgbouncer'), user)
  const users = join(processFolder, 'users.txt')
  const { name, password } = accounts.portal
  await writePrivateFile(users, `"${name}" "${password}"\n`, user)
  const settings = join(processFolder, 'pgbouncer.ini')
  const values = { ...ports, database: name, users }
  await writePrivateFile(settings, fillTemplate(new URL('pgbouncer.ini', import.meta.url), values), user)
  return { name: 'pgbouncer', command: [program, settings], user, ready: { kind: 'tcp', port: ports.pgbouncer } }
}
