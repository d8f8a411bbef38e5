import type { Registry } from 'prom-client'
import type { Bus } from './bus/bus.ts'
import { createNatsMetrics } from './bus/nats/metrics.ts'
import { createNatsBus } from './bus/nats/nats.ts'
import { type NatsSettings, connectionOptionsOf, natsSentence } from './bus/nats/open.ts'
import { createPostgresBus } from './bus/postgres.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'
import { explained, fileSentence } from './start-error.ts'

export type BusDependencies = { config: Config; database: Database; log: Log; registry: Registry }

/** Opens the configured bus. An unreachable NATS does not prevent the start. @throws SettingError */
export async function openProcessBus({ config, database: { pool }, log, registry }: BusDependencies): Promise<Bus> {
  const { nats } = config
  if (nats === null) return createPostgresBus({ url: config.sessionAddress.url, log })
  const servers = await explained(connectionOptionsOf(nats), filesSentence(nats))
  const metrics = createNatsMetrics(registry)
  return explained(createNatsBus({ servers, prefix: nats.prefix, pool, log, metrics }), natsSentence(nats))
}

function filesSentence({ caFile, credentialsFile }: NatsSettings): (error: NodeJS.ErrnoException) => string | null {
  return (error) =>
    error.path === caFile && caFile !== null
      ? fileSentence('BUS_CA_FILE', caFile)(error)
      : fileSentence('BUS_CREDENTIALS_FILE', credentialsFile ?? '')(error)
}
