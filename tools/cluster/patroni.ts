import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { etcdHostsOf } from './etcd.ts'
import { databaseMembers, type ClusterMachines, type DatabaseMember } from './cluster-machines.ts'
import type { DatabaseAccounts } from './passwords.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { changeOwner, createPrivateFolder, type ServiceUser } from './service-user.ts'

type PatroniOptions = {
  program: string
  folder: string
  ports: ClusterPorts
  accounts: DatabaseAccounts
  user: ServiceUser | undefined
  machines: ClusterMachines
  /** Returns the folder of the PostgreSQL tools that the Patroni of this member calls. */
  toolsOf: (member: DatabaseMember) => string
  /** Returns the `archive_command` of a member; undefined if no member archives its log. */
  archive: ((member: DatabaseMember) => string) | undefined
}

/** Prepares one primary, one synchronous and one asynchronous standby. Patroni elects the primary. */
export async function preparePatroniServices(options: PatroniOptions): Promise<ServiceSpec[]> {
  return Promise.all(databaseMembers.map((member) => patroniService(options, member)))
}

async function patroniService(options: PatroniOptions, member: DatabaseMember): Promise<ServiceSpec> {
  const { program, folder, ports, user, machines } = options
  const name = `postgres-${member}` as const
  const processFolder = await createPrivateFolder(join(folder, name), user)
  const file = join(processFolder, 'patroni.yml')
  // Writes JSON, which is valid YAML, because Patroni reads YAML.
  await writeFile(file, JSON.stringify(settingsOf(options, member, processFolder), null, 2), { mode: 0o600 })
  await changeOwner(file, user)
  return machines.on(member, {
    name,
    command: [program, file],
    env: {},
    user,
    ready: { kind: 'http', url: `http://${machines.addressOf(member)}:${ports[`${name}-patroni`]}/readiness` },
  })
}

function settingsOf(
  { ports, accounts, machines, toolsOf, archive }: PatroniOptions,
  member: DatabaseMember,
  processFolder: string,
): object {
  const name = `postgres-${member}` as const
  const rest = `${machines.addressOf(member)}:${ports[`${name}-patroni`]}`
  const address = `${machines.addressOf(member)}:${ports[name]}`
  const { administrator, replication } = accounts
  return {
    scope: 'portal',
    name,
    restapi: { listen: rest, connect_address: rest },
    // Uses version 2 of etcd's API. With version 3, Patroni before 3.0.3 overwrites the leader key of another member,
    // and a frozen primary becomes the primary again when it wakes (github.com/patroni/patroni/pull/2689).
    etcd: { hosts: etcdHostsOf(ports, machines) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        primary_start_timeout: 0,
        maximum_lag_on_failover: 16_777_216,
        synchronous_mode: true,
        // Without this setting, a promoted standby acknowledges commits that no other server has.
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { ...memberPostgresParameters, ...(archive && { archive_mode: 'on' }) },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(processFolder, 'data'),
      bin_dir: toolsOf(member),
      pgpass: join(processFolder, 'pgpass'),
      // With the default, a new standby waits minutes for a checkpoint before it copies the primary.
      basebackup: { checkpoint: 'fast' },
      authentication: {
        superuser: { username: administrator.name, password: administrator.password },
        replication: { username: replication.name, password: replication.password },
      },
      pg_hba: ['local all all scram-sha-256', ...networks.flatMap(mayEnter)],
      parameters: { unix_socket_directories: processFolder, ...(archive && { archive_command: archive(member) }) },
    },
    watchdog: { mode: 'off' },
  }
}

/** The networks from which clients may connect: this machine, and the network of the separate machines. */
const networks = ['127.0.0.1/32', '198.18.0.0/16']

function mayEnter(network: string): string[] {
  return [`host replication all ${network} scram-sha-256`, `host all all ${network} scram-sha-256`]
}

/**
 * The PostgreSQL settings of a member: durable commits, and little memory, because three servers run on one machine.
 */
export const memberPostgresParameters = {
  max_connections: 200,
  wal_log_hints: 'on',
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  max_wal_size: '512MB',
  password_encryption: 'scram-sha-256',
  log_min_duration_statement: 5_000,
  // With the default of 60 s, a standby follows a new primary only after a minute.
  wal_receiver_timeout: '10s',
  wal_sender_timeout: '10s',
}
