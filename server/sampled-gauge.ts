import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

export type SampledGauge = {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Reads the values; called at each scrape. */
  read: () => Promise<readonly Sample[]>
}

export type MemoryGauge = Omit<SampledGauge, 'read'> & {
  /** Reads the values at each scrape, before any sampled gauge sends its statement. */
  read: () => readonly Sample[]
}

/** Shorter than the scrape timeout of Prometheus. */
const readTimeoutMs = 3_000

/** A gauge of values that the process has in memory, such as the state of its connections. */
export function memoryGauge(registry: Registry, { name, help, labelNames = [], read }: MemoryGauge): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: () => setSamples(gauge, labelNames, read()),
  })
}

/**
 * A gauge that is read at each scrape, for example from the database. Without an answer in time it has no value: the
 * metrics of a process are needed most while its database is down.
 */
export function sampleGauge(registry: Registry, { name, help, labelNames = [], read }: SampledGauge): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      // Waits one turn, because the statement of a scrape also waits for a connection, which the gauges of the pool must not count.
      await nextTurn()
      setSamples(gauge, labelNames, await readInTime(read))
    },
  })
}

function setSamples(gauge: Gauge, labelNames: readonly string[], samples: readonly Sample[]): void {
  gauge.reset()
  // Removes the value; otherwise the gauge would report 0 for an unknown value.
  if (labelNames.length === 0) gauge.remove()
  for (const { labels = {}, value } of samples) gauge.set(labels, value)
}

async function readInTime(read: SampledGauge['read']): Promise<readonly Sample[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Sample[]>((resolve) => {
    timer = setTimeout(() => resolve([]), readTimeoutMs)
  })
  try {
    return await Promise.race([read().catch((): readonly Sample[] => []), late])
  } finally {
    clearTimeout(timer)
  }
}
