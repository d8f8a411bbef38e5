import { join } from 'node:path'
import type { ClusterPorts } from './ports.ts'
import type { Service } from './service.ts'
import { ownFolder } from './service-user.ts'

const members = [1, 2, 3] as const

/** Where Patroni finds etcd. */
export function etcdHosts(ports: ClusterPorts): string[] {
  return members.map((member) => `127.0.0.1:${ports[`etcd-${member}`]}`)
}

/** Three members of etcd, in which Patroni keeps who leads. */
export async function etcdServices(program: string, folder: string, ports: ClusterPorts): Promise<Service[]> {
  const peers = members.map((member) => `etcd-${member}=http://127.0.0.1:${ports[`etcd-${member}-peers`]}`).join(',')
  return Promise.all(
    members.map(async (member) => {
      const name = `etcd-${member}` as const
      const client = `http://127.0.0.1:${ports[name]}`
      const peer = `http://127.0.0.1:${ports[`${name}-peers`]}`
      const options = {
        name,
        'data-dir': await ownFolder(join(folder, name), undefined),
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': peers,
        'enable-v2': 'true',
        // Several times what it is by default: all members share one busy machine.
        'heartbeat-interval': '300',
        'election-timeout': '3000',
        'log-level': 'warn',
      }
      const args = Object.entries(options).map(([key, value]) => `--${key}=${value}`)
      return {
        name,
        command: [program, ...args],
        env: {},
        user: undefined,
        ready: { kind: 'http', url: `${client}/health` },
      }
    }),
  )
}
