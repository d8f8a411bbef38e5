import type { Registry } from 'prom-client'
import { registerSampledGauge } from '#server/sampled-gauge.ts'
import { readMonthPartitionsBefore, readPartitions } from './packing/store.ts'
import { timeRangeOfPartition } from './partition-range.ts'
import type { Services } from '#server/services.ts'

/** Registers the gauges of the time in seconds by which packing and merging are behind. */
export function registerPackingGauges(registry: Registry, { pool, clock }: Pick<Services, 'pool' | 'clock'>): void {
  registerSampledGauge(registry, {
    name: 'gateway_portal_telemetry_unpacked_seconds',
    help: 'From the end of the oldest day or month of telemetry that is not packed until now; 0 if it has not ended',
    read: async () => [{ value: secondsBehind(clock.now(), await readPartitions(pool)) }],
  })
  registerSampledGauge(registry, {
    name: 'gateway_portal_telemetry_unmerged_seconds',
    help: 'From the end of the oldest month whose packed days are not merged until now; 0 if all ended months are merged',
    read: async () => {
      const now = clock.now()
      return [{ value: secondsBehind(now, await readMonthPartitionsBefore(pool, new Date(now))) }]
    },
  })
}

/**
 * Returns the seconds since the end of the oldest partition that has ended. Returns 0 if no partition has ended. `now`:
 * epoch milliseconds.
 */
function secondsBehind(now: number, partitions: readonly { name: string }[]): number {
  return Math.max(0, now - Math.min(now, ...partitions.map(({ name }) => timeRangeOfPartition(name).until))) / 1000
}
