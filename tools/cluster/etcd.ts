import { join } from 'node:path'
import { databaseMembers } from './cluster-machines.ts'
import type { PatroniOptions } from './database-layers.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { createPrivateFolder } from './service-user.ts'

/** Returns the addresses of the etcd members, for Patroni. */
export function etcdHostsOf({ ports, machines: { addressOf } }: Pick<PatroniOptions, 'ports' | 'machines'>): string[] {
  return databaseMembers.map((member) => `${addressOf(member)}:${ports[`etcd-${member}`]}`)
}

/** Prepares three members of etcd, in which Patroni stores which server is the primary. */
export async function prepareEtcdServices(
  program: string,
  { folder, ports, machines }: PatroniOptions,
): Promise<ServiceSpec[]> {
  const { addressOf } = machines
  const peers = databaseMembers
    .map((member) => `etcd-${member}=http://${addressOf(member)}:${ports[`etcd-${member}-peers`]}`)
    .join(',')
  return Promise.all(
    databaseMembers.map(async (member) => {
      const name = `etcd-${member}` as const
      const client = `http://${addressOf(member)}:${ports[name]}`
      const peer = `http://${addressOf(member)}:${ports[`${name}-peers`]}`
      const options = {
        name,
        'data-dir': await createPrivateFolder(join(folder, name)),
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': peers,
        'enable-v2': 'true',
        // The intervals are several times as long as the defaults, because all members share one busy machine.
        'heartbeat-interval': '300',
        'election-timeout': '3000',
        'log-level': 'warn',
      }
      const args = Object.entries(options).map(([key, value]) => `--${key}=${value}`)
      const ready = { kind: 'http', url: `${client}/health` } as const
      return machines.on(member, { name, command: [program, ...args], ready })
    }),
  )
}
