import { demoPortCount } from '../../scripts/processes/demo-settings.ts'

const names = [
  'portal-1',
  'portal-1-metrics',
  'portal-2',
  'portal-2-metrics',
  'partners-1',
  'partners-1-metrics',
  'partners-2',
  'partners-2-metrics',
  'ingest-1',
  'ingest-1-metrics',
  'ingest-2',
  'ingest-2-metrics',
  'jobs-1-metrics',
  'jobs-2-metrics',
  'haproxy-figures',
  'database-primary',
  'database-read',
  'pgbouncer',
  'etcd-1',
  'etcd-1-peers',
  'etcd-2',
  'etcd-2-peers',
  'etcd-3',
  'etcd-3-peers',
  'postgres-1',
  'postgres-1-patroni',
  'postgres-2',
  'postgres-2-patroni',
  'postgres-3',
  'postgres-3-patroni',
  'nats-1',
  'nats-1-routes',
  'nats-2',
  'nats-2-routes',
  'nats-3',
  'nats-3-routes',
  'postgres-restored',
] as const

export type ClusterPortName = (typeof names)[number]

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
