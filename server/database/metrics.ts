import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { registerInMemoryGauge, registerSampledGauge } from '#server/sampled-gauge.ts'
import { ReadOnlyHostError } from './host-selector.ts'
import { checkWritable } from './database-probe.ts'
import { checkReachable, readTelemetryPartitionsEnd } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * Exposes the metrics of this process's database: the numbers of used and idle connections and of waiting statements,
 * and whether the database answers and accepts writes.
 */
export function registerDatabaseMetrics(registry: Registry, pool: Pool): void {
  measureWritable(registry, pool)
  registerSampledGauge(registry, {
    name: 'gateway_portal_database_reachable',
    help: 'Whether the database answers the process: 1, or no value',
    read: async () => {
      await checkReachable(pool)
      return [{ value: 1 }]
    },
  })
  registerInMemoryGauge(registry, {
    name: 'gateway_portal_database_connections',
    help: 'Connections to the database by state: used, idle',
    labelNames: ['state'],
    read: () => [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  })
  registerInMemoryGauge(registry, {
    name: 'gateway_portal_database_waiting',
    help: 'Statements and transactions that wait for a connection',
    read: () => [{ value: pool.waitingCount }],
  })
}

/** Exposes the metric that says whether the database accepts writes. A standby accepts no writes. */
function measureWritable(registry: Registry, pool: Pool): void {
  registerSampledGauge(registry, {
    name: 'gateway_portal_database_writable',
    help: 'Whether the database of the process accepts writes: 1 or 0; no value if it does not answer',
    read: async () => [{ value: await readWritable(pool) }],
  })
}

async function readWritable(pool: Pool): Promise<0 | 1> {
  try {
    await checkWritable(pool)
    return 1
  } catch (error) {
    if (error instanceof ReadOnlyHostError) return 0
    throw error
  }
}

/** Exposes the metric that says how far in the future the last partition of telemetry ends. */
export function registerTelemetryPartitionMetric(
  registry: Registry,
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
): void {
  registerSampledGauge(registry, {
    name: 'gateway_portal_partitions_ahead_seconds',
    help: 'From now until the end of the last partition for telemetry',
    read: async () => {
      const end = await readTelemetryPartitionsEnd(pool)
      return [{ value: end === null ? 0 : (end.getTime() - clock.now()) / 1000 }]
    },
  })
}
