import type { Bus } from './live/bus/bus.ts'
import type { NatsSettings } from './live/bus/nats/connection-options.ts'
import { createPostgresBus } from './live/bus/postgres-bus.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { explainStartErrorOf, createFileErrorExplainer } from './start-error.ts'
import type { Services } from './services.ts'

export type BusDependencies = Pick<Services, 'database' | 'log' | 'registry'> & { config: Config }

/**
 * Opens the configured bus. The process also starts if NATS cannot be reached.
 * @throws SettingError
 */
export async function openProcessBus({ config, database: { pool }, log, registry }: BusDependencies): Promise<Bus> {
  const { nats } = config
  if (nats === null) return createPostgresBus({ url: config.sessionAddress.url, log })
  return openNatsBus(nats, { pool, log, registry })
}

type NatsDependencies = Pick<BusDependencies, 'log' | 'registry'> & Pick<Database, 'pool'>

/** Imports the packages of NATS only in a process that uses them. */
async function openNatsBus(nats: NatsSettings, { pool, log, registry }: NatsDependencies): Promise<Bus> {
  const { readNatsConnectionOptions, createNatsErrorDescriber: natsSentence } =
    await import('./live/bus/nats/connection-options.ts')
  const { createNatsBus } = await import('./live/bus/nats/nats-bus.ts')
  const { createNatsMetrics } = await import('./live/bus/nats/metrics.ts')
  const servers = await explainStartErrorOf(readNatsConnectionOptions(nats), describeFileErrors(nats))
  const metrics = createNatsMetrics(registry)
  return explainStartErrorOf(createNatsBus({ servers, prefix: nats.prefix, pool, log, metrics }), natsSentence(nats))
}

function describeFileErrors({
  caFile,
  credentialsFile,
}: NatsSettings): (error: NodeJS.ErrnoException) => string | null {
  return (error) =>
    error.path === caFile && caFile !== null
      ? createFileErrorExplainer('BUS_CA_FILE', caFile)(error)
      : createFileErrorExplainer('BUS_CREDENTIALS_FILE', credentialsFile ?? '')(error)
}
