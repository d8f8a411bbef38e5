import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { etcdHostsOf } from './etcd.ts'
import { databaseMembers, type DatabaseMember } from './cluster-machines.ts'
import type { PatroniOptions } from './database-layers.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { fillTemplate } from '../fill-template.ts'
import { createPrivateFolder, findUnprivilegedUser, writePrivateFile } from './service-user.ts'

const template = new URL('patroni.yml', import.meta.url)

/** Returns the PostgreSQL settings of a member, for a server without Patroni. */
export function readMemberParameters(): Record<string, string | number> {
  type Template = { bootstrap: { dcs: { postgresql: { parameters: Record<string, string | number> } } } }
  const { bootstrap } = parse(readFileSync(template, 'utf8')) as Template
  const { archive_mode: _archiveMode, ...parameters } = bootstrap.dcs.postgresql.parameters
  return parameters
}

/** Prepares one primary, one synchronous and one asynchronous standby. Patroni elects the primary. */
export async function preparePatroniServices(program: string, options: PatroniOptions): Promise<ServiceSpec[]> {
  return Promise.all(
    databaseMembers.map(async (member) => options.machines.on(member, await patroniService(program, options, member))),
  )
}

async function patroniService(program: string, options: PatroniOptions, member: DatabaseMember): Promise<ServiceSpec> {
  const { ports, machines, accounts, toolsOf, archive } = options
  const user = findUnprivilegedUser()
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
    etcdHosts: etcdHostsOf(options).join(','),
    tools: toolsOf(member),
    archiveMode: archive ? 'on' : 'off',
    archiveCommand: archive?.(member) ?? '',
    administrator: accounts.administrator.name,
    administratorPassword: accounts.administrator.password,
    replication: accounts.replication.name,
    replicationPassword: accounts.replication.password,
  })
  await writePrivateFile(file, settings, user)
  const ready = { kind: 'http', url: `http://${address}:${rest}/readiness` } as const
  return { name, command: [program, file], user, ready }
}
