import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { Clock } from '#server/clock.ts'
import { sampleGauge } from '#server/sampled-gauge.ts'
import { readPartitions } from './packing/store.ts'
import { rangeOf } from './partitions.ts'

/** Measures how far packing is behind. */
export function measurePacking(registry: Registry, { pool, clock }: { pool: Pool; clock: Clock }): void {
  sampleGauge(registry, {
    name: 'gateway_portal_telemetry_unpacked_seconds',
    help: 'From the end of the oldest day or month of telemetry that is not packed until now; 0 if it has not ended',
    read: async () => {
      const ends = (await readPartitions(pool)).map(({ name }) => rangeOf(name).until)
      return [{ value: Math.max(0, clock.now() - Math.min(clock.now(), ...ends)) / 1000 }]
    },
  })
}
