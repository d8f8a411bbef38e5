import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BusCertificate } from './bus-certificate.ts'
import type { ClusterPasswords } from './passwords.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { fillTemplate } from '../fill-template.ts'
import { createPrivateFolder } from './service-user.ts'

type NatsOptions = {
  program: string
  folder: string
  ports: ClusterPorts
  passwords: Pick<ClusterPasswords, 'bus' | 'routes'>
  tls: BusCertificate
  nodes: readonly NatsNodeNumber[]
}

export type NatsNodeNumber = 1 | 2 | 3

/** Prepares a cluster of NATS servers, with TLS and passwords. */
export async function prepareNatsServices(options: NatsOptions): Promise<ServiceSpec[]> {
  return Promise.all(
    options.nodes.map(async (node) => {
      const name = `nats-${node}` as const
      const file = join(await createPrivateFolder(join(options.folder, name)), 'nats.conf')
      await writeFile(file, settingsOf(options, node), { mode: 0o600 })
      return { name, command: [options.program, '--config', file], ready: { kind: 'tcp', port: options.ports[name] } }
    }),
  )
}

/** Returns the bus URL for the portal: all NATS nodes, with the portal's name and password. */
export function busUrlOf({ ports, passwords, nodes }: Pick<NatsOptions, 'ports' | 'passwords' | 'nodes'>): string {
  const { name, password } = passwords.bus
  const hosts = nodes.map((node) => `localhost:${ports[`nats-${node}`]}`)
  return `tls://${name}:${password}@${hosts.join(',')}`
}

function settingsOf({ ports, passwords: { bus, routes }, tls, nodes }: NatsOptions, node: NatsNodeNumber): string {
  const others = nodes
    .filter((other) => other !== node)
    .map((other) => `"nats-route://${routes.name}:${routes.password}@127.0.0.1:${ports[`nats-${other}-routes`]}"`)
  return fillTemplate(new URL('nats.conf', import.meta.url), {
    ...tls,
    node,
    port: ports[`nats-${node}`],
    routesPort: ports[`nats-${node}-routes`],
    user: bus.name,
    password: bus.password,
    routesUser: routes.name,
    routesPassword: routes.password,
    routes: others.join(', '),
  })
}
