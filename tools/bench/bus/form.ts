import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import type { Bus } from '#server/bus/bus.ts'
import { createNatsMetrics } from '#server/bus/nats/metrics.ts'
import { createNatsBus } from '#server/bus/nats/nats.ts'
import { createPostgresBus } from '#server/bus/postgres.ts'
import { silentLog } from '#server/log.ts'

export type BenchForm = 'notify' | 'nats'

/** Opens the bus in one form, on a database and a NATS that are there. */
export async function openForm(form: BenchForm, places: { url: string; host: string; pool: Pool }): Promise<Bus> {
  const log = { ...silentLog, warn: console.error, error: console.error }
  const { url, host, pool } = places
  if (form === 'notify') return createPostgresBus({ url, log })
  const metrics = createNatsMetrics(new Registry())
  return createNatsBus({ servers: { servers: host }, prefix: 'bench', pool, log, metrics })
}
