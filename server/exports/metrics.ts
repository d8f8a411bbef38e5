import { Counter, Histogram, type Registry } from 'prom-client'
import type { ExportFailure } from '#contract/export-states.ts'
import { registerSampledGauge } from '#server/sampled-gauge.ts'
import { readOldestOpenRequestTime } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * The result of one attempt to create a file. `begun-again`: the file will be retried. `dropped`: the request of the
 * file was deleted.
 */
export type ExportFileOutcome = 'ready' | 'begun-again' | 'dropped' | ExportFailure

export type ExportMetrics = {
  files: Counter<'source' | 'outcome'>
  seconds: Histogram<'source'>
  bytes: Histogram<'source'>
}

export function createExportMetrics(registry: Registry): ExportMetrics {
  const registers = [registry]
  return {
    files: new Counter({
      name: 'gateway_portal_export_files_total',
      help: 'Starts of export files by source and outcome',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'gateway_portal_export_seconds',
      help: 'Duration of making an export file',
      labelNames: ['source'],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1800],
      registers,
    }),
    bytes: new Histogram({
      name: 'gateway_portal_export_bytes',
      help: 'Size of finished export files',
      labelNames: ['source'],
      buckets: [1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
      registers,
    }),
  }
}

/** Exposes the age of the oldest request with an open file. The metric is 0 if all files are created or have failed. */
export function registerOldestExportAgeMetric(
  registry: Registry,
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
): void {
  registerSampledGauge(registry, {
    name: 'gateway_portal_export_oldest_seconds',
    help: 'Age of the oldest request for a file that is not made yet',
    read: async () => {
      const since = await readOldestOpenRequestTime(pool)
      return [{ value: since === null ? 0 : (clock.now() - since.getTime()) / 1000 }]
    },
  })
}
