import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { Clock } from '#server/clock.ts'
import { sampleGauge } from '#server/sampled-gauge.ts'
import { isReachable, readPartitionsEnd } from './store.ts'

/** Shows what the process has of the database, and whether it answers. */
export function measureDatabase(registry: Registry, pool: Pool): void {
  sampleGauge(registry, {
    name: 'gateway_portal_database_reachable',
    help: 'Whether the database answers the process: 1, or nothing',
    read: async () => {
      await isReachable(pool)
      return [{ value: 1 }]
    },
  })
  sampleGauge(registry, {
    name: 'gateway_portal_database_connections',
    help: 'Connections to the database by state: used, idle',
    labelNames: ['state'],
    read: async () => [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  })
  sampleGauge(registry, {
    name: 'gateway_portal_database_waiting',
    help: 'Statements and transactions that wait for a connection',
    read: async () => [{ value: pool.waitingCount }],
  })
}

/** Shows for how long reports still find a partition for their time. */
export function measurePartitions(registry: Registry, { pool, clock }: { pool: Pool; clock: Clock }): void {
  sampleGauge(registry, {
    name: 'gateway_portal_partitions_ahead_seconds',
    help: 'From now until the end of the last partition for telemetry',
    read: async () => {
      const end = await readPartitionsEnd(pool)
      return [{ value: end === null ? 0 : (end.getTime() - clock.now()) / 1000 }]
    },
  })
}
