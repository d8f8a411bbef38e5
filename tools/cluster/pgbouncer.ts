import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  await writeFile(settings, settingsOf(ports, users, name))
  for (const file of [users, settings]) await changeOwner(file, user)
  return {
    name: 'pgbouncer',
    command: [program, settings],
    env: {},
    user,
    ready: { kind: 'tcp', port: ports.pgbouncer },
  }
}

function settingsOf(ports: ClusterPorts, users: string, database: string): string {
  return `[databases]
${database} = host=127.0.0.1 port=${ports['database-primary']}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
query_wait_timeout = 8
server_login_retry = 1
server_connect_timeout = 3
server_check_delay = 5
tcp_keepalive = 1
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`
}
