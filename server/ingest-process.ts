import type { Config } from './config.ts'
import { createPartnerChangeAnnouncer } from './gateway-changes/partner-change-announcer.ts'
import { startHeartbeat } from './live/ingest/heartbeat.ts'
import { startIngestListener } from './live/ingest/listener.ts'
import { createIngestMetrics, registerCertificateExpiryMetric } from './live/ingest/metrics.ts'
import type { PortalProcessDependencies } from './portal-process.ts'
import { openProcessBus } from './process-bus.ts'
import type { StopFunction } from './process-end.ts'
import { createCertificateErrorExplainer, createListenErrorExplainer, explainStartErrorOf } from './start-error.ts'

/**
 * Starts the role `ingest`, the MQTT listener for gateways. The role runs in a separate process, unless `ONE_PROCESS`
 * is set. Returns a function that stops it.
 */
export async function startIngestProcess({
  config,
  database,
  clock,
  log,
  registry,
}: PortalProcessDependencies): Promise<StopFunction> {
  const bus = await openProcessBus({ config, database, log, registry })
  const announcements = createPartnerChangeAnnouncer({ pool: database.pool, bus, log })
  const ingest = await explainStartErrorOf(
    startIngestListener({
      mqtt: config.mqtt,
      quota: config.gatewayQuota,
      registryKey: config.registryKey,
      pool: database.pool,
      bus,
      clock,
      log,
      metrics: createIngestMetrics(registry),
      onPartnerChanges: () => announcements.wake(),
    }),
    describeListenError(config.mqtt),
  )
  if (config.mqtt.tls) await registerCertificateExpiryMetric(registry, config.mqtt.tls)
  const heartbeat = startHeartbeat({ pool: database.pool, clock, log })
  log.info({ port: ingest.port }, 'gateways may connect')
  return async () => {
    await ingest.close({ overMs: config.handoverMs })
    await Promise.all([heartbeat.stop(), announcements.stop()])
    await bus.close()
  }
}

function describeListenError({ tls, ...address }: Config['mqtt']) {
  const listenErrorExplainer = createListenErrorExplainer({
    names: { host: 'MQTT_HOST', port: 'MQTT_PORT' },
    ...address,
  })
  return (error: NodeJS.ErrnoException): string | null =>
    listenErrorExplainer(error) ?? (tls && createCertificateErrorExplainer(tls)(error))
}
