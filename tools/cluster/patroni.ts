import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { etcdHostsOf } from './etcd.ts'
import { databaseMembers, type ClusterMachines, type DatabaseMember } from './cluster-machines.ts'
import type { DatabaseAccounts } from './passwords.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { fillTemplate } from '../fill-template.ts'
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

const template = new URL('patroni.yml', import.meta.url)

/** Returns the PostgreSQL settings of a member, for a server without Patroni. */
export function readMemberParameters(): Record<string, string | number> {
  type Template = { bootstrap: { dcs: { postgresql: { parameters: Record<string, string | number> } } } }
  const { bootstrap } = parse(readFileSync(template, 'utf8')) as Template
  const { archive_mode: _archiveMode, ...parameters } = bootstrap.dcs.postgresql.parameters
  return parameters
}

/** Prepares one primary, one synchronous and one asynchronous standby. Patroni elects the primary. */
export async function preparePatroniServices(options: PatroniOptions): Promise<ServiceSpec[]> {
  return Promise.all(databaseMembers.map((member) => patroniService(options, member)))
}

async function patroniService(options: PatroniOptions, member: DatabaseMember): Promise<ServiceSpec> {
  const { program, ports, user, machines, accounts, toolsOf, archive } = options
  const name = `postgres-${member}` as const
  const folder = await createPrivateFolder(join(options.folder, name), user)
  const file = join(folder, 'patroni.yml')
  const [address, rest] = [machines.addressOf(member), ports[`${name}-patroni`]]
  const settings = fillTemplate(template, {
    name,
    folder,
    address,
    rest,
    port: ports[name],
    etcdHosts: etcdHostsOf(ports, machines).join(','),
    tools: toolsOf(member),
    archiveMode: archive ? 'on' : 'off',
    archiveCommand: archive?.(member) ?? '',
    administrator: accounts.administrator.name,
    administratorPassword: accounts.administrator.password,
    replication: accounts.replication.name,
    replicationPassword: accounts.replication.password,
  })
  await writeFile(file, settings, { mode: 0o600 })
  await changeOwner(file, user)
  const ready = { kind: 'http', url: `http://${address}:${rest}/readiness` } as const
  return machines.on(member, { name, command: [program, file], env: {}, user, ready })
}
