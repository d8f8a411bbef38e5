import { demoPortCount } from '../../scripts/processes/demo-settings.ts'

type Member = 1 | 2 | 3

export type ClusterPortName =
  | `${'portal' | 'partners' | 'ingest'}-${1 | 2}`
  | `${'portal' | 'partners' | 'ingest' | 'jobs'}-${1 | 2}-metrics`
  | 'haproxy-figures'
  | `database-${'primary' | 'read'}`
  | 'pgbouncer'
  | `etcd-${Member}${'' | '-peers'}`
  | `postgres-${Member}${'' | '-patroni'}`
  | `nats-${Member}${'' | '-routes'}`
  | 'postgres-restored'

const pair = [1, 2] as const
const members = [1, 2, 3] as const
// The order must stay, because the data of a cluster contain the addresses of its etcd members.
const names: readonly ClusterPortName[] = [
  ...(['portal', 'partners', 'ingest'] as const).flatMap((role) =>
    pair.flatMap((number) => [`${role}-${number}`, `${role}-${number}-metrics`] as const),
  ),
  ...pair.map((number) => `jobs-${number}-metrics` as const),
  'haproxy-figures',
  'database-primary',
  'database-read',
  'pgbouncer',
  ...members.flatMap((member) => [`etcd-${member}`, `etcd-${member}-peers`] as const),
  ...members.flatMap((member) => [`postgres-${member}`, `postgres-${member}-patroni`] as const),
  ...members.flatMap((member) => [`nats-${member}`, `nats-${member}-routes`] as const),
  'postgres-restored',
]

/** The port of each process of a cluster, on the loopback address. */
export type ClusterPorts = Readonly<Record<ClusterPortName, number>>

/**
 * The number of consecutive ports of a cluster. The first ports are those of the demo, for people and gateways; the
 * other ports are for the cluster's own processes.
 */
export const clusterPortCount = demoPortCount + names.length

/** Returns the ports of a cluster whose demo ports begin at `first`. */
export function clusterPortsFrom(first: number): ClusterPorts {
  return Object.fromEntries(names.map((name, index) => [name, first + demoPortCount + index])) as ClusterPorts
}
