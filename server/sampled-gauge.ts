import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

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
export function registerInMemoryGauge(
  registry: Registry,
  { name, help, labelNames = [], read }: InMemoryGaugeOptions,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: () => setSamples(gauge, labelNames, read()),
  })
}

/**
 * Registers a gauge whose values are read at each scrape, for example from the database. If the values cannot be read
 * in time, the gauge has no value, and the other metrics are still served. Metrics are needed most while the database
 * is down.
 */
export function registerSampledGauge(
  registry: Registry,
  { name, help, labelNames = [], read }: SampledGaugeOptions,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      // Waits one turn of the event loop before the read. The statement of a scrape also waits for a connection, and
      // the gauges of the pool must not count this wait.
      await nextTurn()
      setSamples(gauge, labelNames, await readInTime(read))
    },
  })
}

function setSamples(gauge: Gauge, labelNames: readonly string[], samples: readonly GaugeSample[]): void {
  gauge.reset()
  // Removes the value. Otherwise the gauge would report 0 after a failed read.
  if (labelNames.length === 0) gauge.remove()
  for (const { labels = {}, value } of samples) gauge.set(labels, value)
}

async function readInTime(readSamples: SampledGaugeOptions['read']): Promise<readonly GaugeSample[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly GaugeSample[]>((resolve) => {
    timer = setTimeout(() => resolve([]), readTimeoutMs)
  })
  try {
    return await Promise.race([readSamples().catch((): readonly GaugeSample[] => []), late])
  } finally {
    clearTimeout(timer)
  }
}
