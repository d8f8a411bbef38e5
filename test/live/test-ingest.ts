import { silentLog } from '#server/log.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { computeDeviceKeyDigest } from '#server/registry/digests.ts'
import {
  startIngestListener,
  type IngestListener,
  type IngestListenerDependencies,
} from '#server/live/ingest/listener.ts'
import { createIngestMetrics, type IngestMetrics } from '#server/live/ingest/metrics.ts'

export const testRegistryKey = Buffer.alloc(32, 1)

export const testDeviceKey = 'a device key'

export type TestGateway = { id: string; serial: string }

export async function registerTestGateway(pool: Pool, serial: string): Promise<TestGateway> {
  const digest = computeDeviceKeyDigest(testRegistryKey, { serial, deviceKey: testDeviceKey })
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, 'rrc1', 'BOILER', 'cedar', $2, $2) returning id`,
    [serial, digest],
  )
  return { id: rows[0]?.id ?? '', serial }
}

/** A bus for listeners in tests. It publishes nothing. */
export const silentBus = { prepareNotifications: () => ({ chunks: [], onCommitted: () => {} }) }

export type TestIngest = IngestListener & { metrics: IngestMetrics }

/** Starts an MQTT listener on a free port. By default its bus publishes nothing. */
export async function startTestIngest(
  dependencies: Pick<IngestListenerDependencies, 'pool' | 'clock'> & Partial<IngestListenerDependencies>,
): Promise<TestIngest> {
  const metrics = createIngestMetrics(new Registry())
  const ingest = await startIngestListener({
    mqtt: { host: '127.0.0.1', port: 0, tls: null, proxies: [] },
    registryKey: testRegistryKey,
    bus: silentBus,
    log: silentLog,
    metrics,
    ...dependencies,
  })
  return { ...ingest, metrics }
}

export type TestDevice = MqttClient

/** Connects as a gateway, without automatic reconnection. Rejects if the listener rejects the connection. */
export async function connectTestDevice(
  port: number,
  serial: string,
  options: IClientOptions = {},
): Promise<TestDevice> {
  return mqtt.connectAsync(
    `mqtt://127.0.0.1:${port}`,
    { username: serial, password: testDeviceKey, reconnectPeriod: 0, ...options },
    false,
  )
}

export function reportPayloadOf(values: object, ts: string | number): string {
  return JSON.stringify({ ts: new Date(ts).toISOString(), values })
}

/** Returns the value of a metric for one label value, or the sum over all labels. */
export async function readMetricValue(
  metric: { get: () => Promise<{ values: { value: number; labels: object }[] }> },
  label?: string,
): Promise<number> {
  const { values } = await metric.get()
  const matching = values.filter(({ labels }) => label === undefined || Object.values(labels).includes(label))
  return matching.reduce((sum, { value }) => sum + value, 0)
}
