import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { resultWithin } from './result-within.ts'

export type GaugeSample = { labels?: Readonly<Record<string, string>>; value: number }

export type SampledGaugeOptions = {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Reads the values. The gauge calls this function at each scrape. */
  read: () => Promise<readonly GaugeSample[]>
}

export type InMemoryGaugeOptions = Omit<SampledGaugeOptions, 'read'> & {
  /** Returns the values. The gauge calls this function at each scrape, before any sampled gauge sends a statement. */
  read: () => readonly GaugeSample[]
}

/** The time limit of a read in ms. It is shorter than the scrape timeout of Prometheus. */
const readTimeoutMs = 3_000

/** Registers a gauge of values that the process has in memory, such as the state of its connections. */
export function registerInMemoryGauge(registry: Registry, { read, ...options }: InMemoryGaugeOptions): void {
  const gauge = createGauge(registry, options, () => setSamples(gauge, options, read()))
}

/**
 * Registers a gauge whose values are read at each scrape, for example from the database. If the values cannot be read
 * in time, the gauge has no value, and the other metrics are still served. Metrics are needed most while the database
 * is down.
 */
export function registerSampledGauge(registry: Registry, { read, ...options }: SampledGaugeOptions): void {
  const gauge = createGauge(registry, options, async () => {
    // Waits one turn of the event loop before the read. The statement of a scrape also waits for a connection, and the
    // gauges of the pool must not count this wait.
    await nextTurn()
    const samples = read().catch((): readonly GaugeSample[] => [])
    setSamples(gauge, options, await resultWithin(samples, readTimeoutMs, []))
  })
}

type NamedGauge = Omit<SampledGaugeOptions, 'read'>

function createGauge(
  registry: Registry,
  { name, help, labelNames = [] }: NamedGauge,
  collect: () => void | Promise<void>,
): Gauge {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry], collect })
}

function setSamples(gauge: Gauge, { labelNames = [] }: NamedGauge, samples: readonly GaugeSample[]): void {
  gauge.reset()
  // Removes the value. Otherwise the gauge would report 0 after a failed read.
  if (labelNames.length === 0) gauge.remove()
  for (const { labels = {}, value } of samples) gauge.set(labels, value)
}
