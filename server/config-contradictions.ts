import type * as z from 'zod/mini'
import type { Config } from './config.ts'
import { type environmentSchema, maxPort, metricsPortOffsets } from './environment.ts'

type Settings = z.infer<typeof environmentSchema>

/** The largest offset of a metrics port from `METRICS_PORT`. */
const maxMetricsOffset = Math.max(...Object.values(metricsPortOffsets))

/** Returns a sentence for the operator if valid settings contradict each other; null if they do not. */
export function findContradiction(settings: Settings, config: Config): string | null {
  return (
    missingPartnersOf(settings, ['MQTT_TLS_CERT', 'MQTT_TLS_KEY']) ??
    missingPartnersOf(settings, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY']) ??
    missingPartnersOf(settings, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']) ??
    busWithoutUrl(settings) ??
    mqttWithoutTls(config, settings) ??
    portsOutOfRange(config)
  )
}

/** Returns a sentence if some of these settings are set and others are not. Returns null if all are set or none is. */
function missingPartnersOf(set: Settings, names: readonly (keyof Settings)[]): string | null {
  const missing = names.filter((name) => set[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return null
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; ${names.join(', ')} belong together.`
}

/** Returns a sentence if a setting of NATS is set without BUS_URL, otherwise null. */
function busWithoutUrl(set: Settings): string | null {
  const name = (['BUS_CA_FILE', 'BUS_CREDENTIALS_FILE', 'BUS_PREFIX'] as const).find((one) => set[one] !== undefined)
  return set.BUS_URL !== undefined || name === undefined ? null : `${name} is set without BUS_URL.`
}

/**
 * Returns a sentence if the MQTT listener needs TLS but has none, otherwise null. Gateways send their keys at sign-in,
 * so TLS is required, except in the demo or with MQTT_PLAIN.
 */
function mqttWithoutTls({ roles, mqtt }: Config, { DEMO, MQTT_PLAIN }: Settings): string | null {
  const isPlain = roles.has('ingest') && mqtt.tls === null
  if (!isPlain || DEMO === '1' || MQTT_PLAIN === '1') return null
  return 'MQTT_TLS_CERT and MQTT_TLS_KEY are missing; set MQTT_PLAIN=1 where a balancer ends TLS.'
}

function portsOutOfRange({ mqtt, metrics }: Config): string | null {
  if (mqtt.port > maxPort) return 'PORT leaves no room for MQTT_PORT; set that one too.'
  if (metrics.port + maxMetricsOffset <= maxPort) return null
  return `METRICS_PORT must be ${maxPort - maxMetricsOffset} or lower; it is PORT + 4 unless set.`
}
